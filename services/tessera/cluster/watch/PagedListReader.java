package tessera.cluster.watch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tessera.cluster.decode.DecodeReason;
import tessera.cluster.decode.ListResponseReader;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.UnreadableObject;
import tessera.text.MessageCatalog;

/** A complete list of a collection, read page by page. */
final class PagedListReader<T> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PagedListReader.class);

    /** A server that forgets between two pages is asked once more, and then for everything at once. */
    private static final int PAGED_TRIES = 2;
    /** What a server sends at once is handed on in parts, too. */
    private static final int PART = 500;
    /** Twice what as many objects take as are kept. */
    private static final int MOST_PAGES = 2_000;
    private static final long MOST_BYTES = 16L << 30;

    private final WatchableCollection<T> subject;
    private final WatchSharedDependencies sharedServices;
    private final String text;
    private final ListResponseReader<T> reader;
    private List<T> part = new ArrayList<>();
    private UnreadableObjectRegistry.CollectionReadProblems unread = new UnreadableObjectRegistry.CollectionReadProblems();
    private int objects;
    private long bytes;
    private boolean surplus;

    /** Thrown when the server no longer knows the resource version of the first page. */
    private static final class ExpiredListException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;
    }

    PagedListReader(WatchableCollection<T> subject, WatchSharedDependencies sharedServices) {
        this.subject = subject;
        this.sharedServices = sharedServices;
        this.text = MESSAGES.text("list", subject.label());
        this.reader = new ListResponseReader<>(subject.decoder());
    }

    /** Reads all pages and returns the resource version of the list. */
    String readAll() throws WatchFailureException, InterruptedException {
        for (int attempt = 1; attempt <= PAGED_TRIES; attempt++) {
            try {
                return readPages("?limit=" + sharedServices.retryPolicy().pageSize());
            } catch (ExpiredListException _) {
                // From the beginning.
            }
        }
        try {
            return readPages("?resourceVersion=");
        } catch (ExpiredListException forgotten) {
            throw new WatchFailureException(Problem.of(Problem.OperationProblemKind.CONFLICT,
                    new CollectionWatchReason.ListExpired(subject.label())), forgotten);
        }
    }

    private String readPages(String query) throws WatchFailureException, ExpiredListException, InterruptedException {
        unread = new UnreadableObjectRegistry.CollectionReadProblems();
        objects = 0;
        bytes = 0;
        surplus = false;
        sharedServices.sink().accept(new WatchChange.FullListStart(subject.source()));
        var page = readPage(query);
        for (int pages = 1; !page.continueToken().isEmpty() && !surplus; pages++) {
            surplus = pages == MOST_PAGES;
            if (!surplus) {
                page = readPage(query + "&continue=" + URLEncoder.encode(page.continueToken(), StandardCharsets.UTF_8));
            }
        }
        if (surplus) {
            unread.add(
                    UnreadableObject.ofTruncatedList(subject.decoder().kind(), subject.source().namespace(), objects));
        }
        sharedServices.transport().unread().replace(subject.unreadKey(), unread);
        sharedServices.sink().accept(new WatchChange.FullListEnd(subject.source()));
        return page.resourceVersion();
    }

    private ListResponseReader.ListPageMetadata readPage(String query)
            throws WatchFailureException, ExpiredListException, InterruptedException {
        part = new ArrayList<>();
        var request = ApiRequest.get(subject.path() + query, text)
                .withTimeout(sharedServices.retryPolicy().answerTimeout());
        try (var reply = sharedServices.transport().send(request)) {
            if (!reply.isSuccess()) {
                var refusal = reply.readRefusal();
                if (refusal.isExpired()) {
                    throw new ExpiredListException();
                }
                throw new WatchFailureException(refusal);
            }
            var page = reader.read(new ByteLimitedInputStream(reply.body()), this::addObject, unread::add);
            flushPage(page.remaining());
            return page;
        } catch (ProblemException problemException) {
            throw new WatchFailureException(problemException.problem(), problemException);
        } catch (IOException e) {
            throw new WatchReadFailureTranslator(sharedServices.transport(), text).failureOf(e);
        }
    }

    /** Returns whether there is room for more. */
    private boolean addObject(T object) throws InterruptedException {
        surplus = objects == WatchedCollection.MOST_OBJECTS;
        if (surplus) {
            return false;
        }
        objects++;
        part.add(object);
        if (part.size() == PART) {
            flushPage(-1);
        }
        return true;
    }

    private void flushPage(long remaining) throws InterruptedException {
        sharedServices.sink().accept(subject.pageFactory().pageChange(subject.source(), part, remaining));
        part = new ArrayList<>();
    }

    /** The body of a page; all pages together are bounded. */
    private final class ByteLimitedInputStream extends FilterInputStream {

        ByteLimitedInputStream(InputStream body) {
            super(body);
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            int read = super.read(target, from, length);
            bytes += Math.max(0, read);
            if (bytes > MOST_BYTES) {
                throw new MalformedJsonException(new DecodeReason.ListTooLarge(MOST_BYTES >> 30));
            }
            return read;
        }
    }
}

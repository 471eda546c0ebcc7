package tessera.cluster.watch;

import java.io.IOException;
import java.io.Serial;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tessera.cluster.decode.ListReader;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.UnreadLog;
import tessera.model.Failure;
import tessera.model.Problem;

/** A complete list of a collection, read page by page. */
final class PagedList<T> {

    /** A server that forgets between two pages is asked once more, and then for everything at once. */
    private static final int PAGED_TRIES = 2;
    /** What a server sends at once is handed on in parts, too. */
    private static final int PART = 500;

    private final WatchSubject<T> subject;
    private final WatchDependencies with;
    private final String text;
    private final ListReader<T> reader;
    private List<T> part = new ArrayList<>();
    private UnreadLog.CollectionRead unread = new UnreadLog.CollectionRead();

    /** Thrown when the server no longer knows the resource version of the first page. */
    private static final class ExpiredListException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;
    }

    PagedList(WatchSubject<T> subject, WatchDependencies with) {
        this.subject = subject;
        this.with = with;
        this.text = "list " + subject.label();
        this.reader = new ListReader<>(subject.projection());
    }

    /** Reads all pages and returns the resource version of the list. */
    String readAll() throws WatchFailure, InterruptedException {
        for (int attempt = 1; attempt <= PAGED_TRIES; attempt++) {
            try {
                return readPages("?limit=" + with.retryPolicy().pageSize());
            } catch (ExpiredListException _) {
                // From the beginning.
            }
        }
        try {
            return readPages("?resourceVersion=");
        } catch (ExpiredListException forgotten) {
            throw new WatchFailure(Problem.of(Problem.ProblemKind.CONFLICT,
                    "Could not " + text + ": the server forgets faster than it answers"), forgotten);
        }
    }

    private String readPages(String query) throws WatchFailure, ExpiredListException, InterruptedException {
        unread = new UnreadLog.CollectionRead();
        with.sink().accept(new WatchChange.ListBegun(subject.source()));
        var page = readPage(query);
        while (!page.continueToken().isEmpty()) {
            page = readPage(query + "&continue=" + URLEncoder.encode(page.continueToken(), StandardCharsets.UTF_8));
        }
        with.wire().unread().replace(subject.unreadKey(), unread);
        with.sink().accept(new WatchChange.ListEnded(subject.source()));
        return page.resourceVersion();
    }

    private ListReader.PageMetadata readPage(String query)
            throws WatchFailure, ExpiredListException, InterruptedException {
        part = new ArrayList<>();
        var request = ApiRequest.get(subject.path() + query, text).withTimeout(with.retryPolicy().answerTimeout());
        try (var reply = with.wire().send(request)) {
            if (!reply.isSuccess()) {
                var refusal = reply.readRefusal();
                if (refusal.isExpired()) {
                    throw new ExpiredListException();
                }
                throw new WatchFailure(refusal);
            }
            var page = reader.read(reply.body(), this::addObject, unread::add);
            flushPage(page.remaining());
            return page;
        } catch (Failure failure) {
            throw new WatchFailure(failure.problem(), failure);
        } catch (IOException e) {
            throw new DecodeProblems(with.wire(), text).failureOf(e);
        }
    }

    private void addObject(T object) throws InterruptedException {
        part.add(object);
        if (part.size() == PART) {
            flushPage(-1);
        }
    }

    private void flushPage(long remaining) throws InterruptedException {
        with.sink().accept(subject.pageFactory().pageChange(subject.source(), part, remaining));
        part = new ArrayList<>();
    }
}

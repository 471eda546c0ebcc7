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

/** One complete reading of a collection, page by page. */
final class PagedList<T> {

    /** A server that forgets between two pages is asked once more, and then for everything at once. */
    private static final int PAGED_TRIES = 2;
    /** What a server sends at once is handed on in parts, too. */
    private static final int PART = 500;

    private final WatchSubject<T> subject;
    private final WatchDependencies with;
    private final String words;
    private final ListReader<T> reader;
    private List<T> part = new ArrayList<>();
    private UnreadLog.CollectionRead unread = new UnreadLog.CollectionRead();

    /** Thrown when the server no longer remembers the moment of the first page. */
    private static final class ExpiredListException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;
    }

    PagedList(WatchSubject<T> subject, WatchDependencies with) {
        this.subject = subject;
        this.with = with;
        this.words = "list " + subject.words();
        this.reader = new ListReader<>(subject.projection());
    }

    /** Reads everything, and returns the moment it shows. */
    String read() throws WatchFailure, InterruptedException {
        for (int attempt = 1; attempt <= PAGED_TRIES; attempt++) {
            try {
                return read("?limit=" + with.rhythm().page());
            } catch (ExpiredListException _) {
                // From the beginning.
            }
        }
        try {
            return read("?resourceVersion=");
        } catch (ExpiredListException forgotten) {
            throw new WatchFailure(Problem.of(Problem.ProblemKind.CONFLICT,
                    "Could not " + words + ": the server forgets faster than it answers"), forgotten);
        }
    }

    private String read(String query) throws WatchFailure, ExpiredListException, InterruptedException {
        unread = new UnreadLog.CollectionRead();
        with.sink().accept(new WatchChange.ListBegun(subject.source()));
        var page = page(query);
        while (!page.more().isEmpty()) {
            page = page(query + "&continue=" + URLEncoder.encode(page.more(), StandardCharsets.UTF_8));
        }
        with.wire().unread().replace(subject.unreadKey(), unread);
        with.sink().accept(new WatchChange.ListEnded(subject.source()));
        return page.version();
    }

    private ListReader.PageMetadata page(String query) throws WatchFailure, ExpiredListException, InterruptedException {
        part = new ArrayList<>();
        var ask = ApiRequest.get(subject.path() + query, words).within(with.rhythm().answer());
        try (var reply = with.wire().send(ask)) {
            if (!reply.ok()) {
                var refusal = reply.refusal();
                if (refusal.expired()) {
                    throw new ExpiredListException();
                }
                throw new WatchFailure(refusal);
            }
            var page = reader.read(reply.body(), this::add, unread::add);
            flush(page.remaining());
            return page;
        } catch (Failure failure) {
            throw new WatchFailure(failure.problem(), failure);
        } catch (IOException e) {
            throw new DecodeProblems(with.wire(), words).reading(e);
        }
    }

    private void add(T object) throws InterruptedException {
        part.add(object);
        if (part.size() == PART) {
            flush(-1);
        }
    }

    private void flush(long remaining) throws InterruptedException {
        with.sink().accept(subject.pages().page(subject.source(), part, remaining));
        part = new ArrayList<>();
    }
}

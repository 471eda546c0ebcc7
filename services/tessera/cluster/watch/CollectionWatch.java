package tessera.cluster.watch;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.decode.WatchReader;
import tessera.cluster.decode.WatchReader.WatchEvent;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.ApiRefusal;
import tessera.cluster.http.ApiRequest;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.UnreadObject;

/**
 * Follows one collection until its thread is interrupted: a list, then a watch from where the list ended, resumed
 * whenever it breaks off, and a new list when the server no longer remembers. What is known stays until a new list is
 * complete. A collection that may be listed but not watched is listed again from time to time.
 *
 * <p>Only a complete list, an event and a bookmark prove that what is known is current; that a watch was granted does
 * not. After a loss a watch is therefore asked for only briefly at first: a server tells how far it has come before it
 * ends one, and where it does not, everything is listed.
 */
public final class CollectionWatch<T> implements Runnable {

    /** A watch that lasts as long before it breaks off, or tells anything, was a good one. */
    private static final Duration GOOD = Duration.ofSeconds(1);
    /** How long a watch is asked to last that has yet to prove itself. */
    private static final int TRIAL_SECONDS = 4;
    private static final System.Logger LOG = System.getLogger(CollectionWatch.class.getName());

    private final WatchSubject<T> subject;
    private final WatchDependencies with;
    private final String words;
    /** Whether the collection is known from a complete list, be it one of an earlier connection. */
    private boolean held;
    /** Where to go on from; empty when a list is needed. */
    private String version = "";
    /** When what is known was last proved to be current. */
    private Instant current;
    /** Whether a loss was told, and nothing was proved since. */
    private boolean lost;
    /** Whether a refusal has stood for as long as it takes to ask again. */
    private boolean stood;
    /** Tries that failed since the last good watch. */
    private int failures;
    private boolean good;
    /** Whether the server no longer remembered, and has told nothing since: one more list would do no better. */
    private boolean forgotten;
    /** Whether nothing but a list has been had since it was begun. */
    private boolean listed;
    /** Whether it may be listed but not watched: then it is listed from time to time, and is as old as its list. */
    private boolean unwatchable;

    /** @param held whether the collection is known from before */
    public CollectionWatch(WatchSubject<T> subject, WatchDependencies with, boolean held) {
        this.subject = subject;
        this.held = held;
        this.with = with;
        this.words = "watch " + subject.words();
        this.current = with.clock().instant();
    }

    @Override
    public void run() {
        try {
            boolean goOn = true;
            while (goOn) {
                goOn = sound();
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    /** What is known must not pass for the present because this program failed: it is told, and all is read anew. */
    private boolean sound() throws InterruptedException {
        long heard = with.wake().rings();
        try {
            return round();
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, words, defect);
        }
        version = "";
        failures++;
        var pause = with.rhythm().pause(failures, with.random());
        try {
            tellLoss(Problem.of(Problem.ProblemKind.UNEXPECTED, "This program failed to " + words), pause);
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "nor could that be told", defect);
        }
        with.wake().pause(pause, heard);
        return true;
    }

    /** One list or watch, and the pause after it if it went wrong. Returns whether to go on. */
    private boolean round() throws InterruptedException {
        long heard = with.wake().rings();
        good = false;
        try {
            if (version.isEmpty()) {
                list();
            } else {
                watch();
                if (doubtful()) {
                    version = "";
                } else if (!good && !version.isEmpty()) {
                    with.wake().pause(with.rhythm().pause(1, with.random()), heard);
                }
            }
            return true;
        } catch (WatchFailure setback) {
            return recover(setback, heard);
        }
    }

    private void list() throws WatchFailure, InterruptedException {
        version = new PagedList<>(subject, with).read();
        if (version.isEmpty()) {
            throw new WatchFailure(Problem.of(Problem.ProblemKind.GARBLED,
                    "Could not follow " + subject.words() + ": the list does not say which moment it shows"), null);
        }
        held = true;
        stood = false;
        listed = true;
        current = with.clock().instant();
        if (!unwatchable) {
            followed();
        }
    }

    private void followed() throws InterruptedException {
        lost = false;
        with.sink().accept(new WatchChange.CollectionFollowed(subject.source(), current));
    }

    private void proved() throws InterruptedException {
        current = with.clock().instant();
        if (lost) {
            followed();
        }
    }

    /** Whether what is known may no longer be current although a watch went on. */
    private boolean doubtful() {
        return lost
                || Duration.between(current, with.clock().instant()).compareTo(with.rhythm().silence()) >= 0;
    }

    private void watch() throws WatchFailure, InterruptedException {
        var begun = with.clock().instant();
        var query = "?watch=1&allowWatchBookmarks=true&resourceVersion="
                + URLEncoder.encode(version, StandardCharsets.UTF_8) + "&timeoutSeconds="
                + (lost ? TRIAL_SECONDS : with.rhythm().watchSeconds(with.random()));
        var ask = ApiRequest.stream(subject.path() + query, with.rhythm().silence(), words);
        try (var reply = with.wire().send(ask)) {
            if (!reply.ok()) {
                refused(reply.refusal());
                return;
            }
            listed = false;
            unwatchable = false;
            var reader = new WatchReader<>(subject.projection(), reply.body());
            for (var event = reader.next(); event != null; event = reader.next()) {
                tell(event);
                if (version.isEmpty()) {
                    return;
                }
            }
            lasted(begun);
        } catch (Failure failure) {
            throw new WatchFailure(failure.problem(), failure);
        } catch (MalformedJsonException e) {
            throw new DecodeProblems(with.wire(), words).reading(e);
        } catch (IOException e) {
            lasted(begun);
            throw new DecodeProblems(with.wire(), words).reading(e);
        }
    }

    private void lasted(Instant begun) {
        if (!lost && Duration.between(begun, with.clock().instant()).compareTo(GOOD) >= 0) {
            wentWell();
        }
    }

    private void wentWell() {
        good = true;
        forgotten = false;
        failures = 0;
    }

    private void tell(WatchEvent<T> event) throws WatchFailure, InterruptedException {
        switch (event) {
            case WatchEvent.ObjectSeen<T>(var facts, var at, var unread) -> {
                unread.ifPresentOrElse(this::unread, this::whole);
                with.sink().accept(subject.seen().apply(facts));
                reached(at);
            }
            case WatchEvent.NamelessSeen<T>(var unread, var at) -> {
                unread(unread);
                reached(at);
            }
            case WatchEvent.ObjectDeleted<T>(var facts, var at) -> {
                whole();
                with.sink().accept(subject.gone().apply(facts));
                reached(at);
            }
            case WatchEvent.BookmarkReached<T>(var at) -> {
                if (at.equals(version)) {
                    proved();
                } else if (!at.isEmpty()) {
                    reached(at);
                }
            }
            case WatchEvent.WatchEnded<T>(var code, var reason, var message, var pause) -> refused(
                    ApiRefusal.ofEvent(code, reason, message, words).after(Duration.ofSeconds(pause)));
        }
    }

    private void unread(UnreadObject object) {
        with.wire().unread().add(subject.unreadKey(), object);
    }

    private void whole() {
        with.wire().unread().remove(subject.unreadKey(), subject.projection().key());
    }

    private void reached(String at) throws InterruptedException {
        proved();
        version = at.isEmpty() ? version : at;
        wentWell();
    }

    private void refused(ApiRefusal refusal) throws WatchFailure {
        boolean again = forgotten;
        if (refusal.expired()) {
            version = "";
            forgotten = true;
        }
        if (!refusal.expired() || again) {
            throw new WatchFailure(refusal);
        }
    }

    private boolean recover(WatchFailure setback, long heard) throws InterruptedException {
        var problem = setback.problem();
        if (problem.kind() == Problem.ProblemKind.FORBIDDEN) {
            return denied(problem, heard);
        }
        if (setback.needsLogin()) {
            tellLoss(problem, with.rhythm().recheck());
            with.overseer().unauthenticated(problem);
            with.wake().pause(with.rhythm().recheck(), heard);
            return true;
        }
        if (good && !setback.refused() && !doubtful()) {
            // It went well until now: nobody need know if it goes well again at once.
            return true;
        }
        failures++;
        var pause = with.rhythm().pause(failures, with.random());
        pause = setback.retryAfter().compareTo(pause) > 0 ? setback.retryAfter() : pause;
        tellLoss(problem, pause);
        with.wake().pause(pause, heard);
        return true;
    }

    private void tellLoss(Problem problem, Duration pause) throws InterruptedException {
        lost = true;
        var next = with.clock().instant().plus(pause);
        with.sink()
                .accept(new WatchChange.ContactLost(subject.source(), problem, current, Math.max(1, failures), next));
    }

    /**
     * What is held is kept, as something that is no longer current, while the refusal may pass: roles are edited by
     * deleting and creating them. Only a refusal that still stands after the pause counts.
     */
    private boolean denied(Problem problem, long heard) throws InterruptedException {
        boolean mayList = listed && !version.isEmpty();
        if (!version.isEmpty() && !mayList) {
            // Whether it may still be listed is found out by doing so.
            version = "";
            return true;
        }
        if (mayList) {
            unwatchable = true;
            listed = false;
        } else if (!(held && !stood) && !with.overseer().denied(subject.source(), problem, held)) {
            return false;
        }
        version = "";
        if (held) {
            failures++;
            tellLoss(problem, with.rhythm().recheck());
        } else {
            with.sink().accept(new WatchChange.CollectionForbidden(subject.source(), problem));
        }
        boolean rang = with.wake().pause(with.rhythm().recheck(), heard);
        stood = stood || !rang;
        return true;
    }
}

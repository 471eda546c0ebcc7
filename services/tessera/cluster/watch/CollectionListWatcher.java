package tessera.cluster.watch;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import tessera.cluster.decode.MalformedJsonException;
import tessera.cluster.decode.WatchResponseReader;
import tessera.cluster.decode.WatchResponseReader.WatchEvent;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiServerErrorResponse;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.UnreadableObject;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * Follower of one collection until its thread is interrupted: a list, then watches resumed from its version, and a new list when the version expired. What is known stays until a new list is
 * complete. A collection that may be listed but not watched is listed again from time to time.
 *
 * <p>Only a complete list, an event and a bookmark prove that what is known is current; that a watch was granted does
 * not. After a loss a watch is therefore asked for only briefly at first: a server tells how far it has come before it
 * ends one, and where it does not, everything is listed.
 */
public final class CollectionListWatcher<T> implements Runnable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CollectionListWatcher.class);

    /** A watch that lasts as long before it breaks off, or tells anything, was a good one. */
    private static final Duration GOOD = Duration.ofSeconds(1);
    /** How long a watch is asked to last that has yet to prove itself. */
    private static final int TRIAL_SECONDS = 4;
    private static final System.Logger LOG = System.getLogger(CollectionListWatcher.class.getName());

    private final WatchableCollection<T> subject;
    private final WatchSharedDependencies sharedServices;
    private final String text;
    /** Whether the collection is known from a complete list, be it one of an earlier connection. */
    private boolean synced;
    /** Where to go on from; empty when a list is needed. */
    private String version = "";
    /** When what is known was last proved to be current. */
    private Instant current;
    /** Whether a loss was told, and nothing was proved since. */
    private boolean lossReported;
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

    /** @param synced whether the collection is known from before */
    public CollectionListWatcher(WatchableCollection<T> subject, WatchSharedDependencies sharedServices,
            boolean synced) {
        this.subject = subject;
        this.synced = synced;
        this.sharedServices = sharedServices;
        this.text = MESSAGES.text("watch", subject.label());
        this.current = sharedServices.clock().instant();
    }

    @Override
    public void run() {
        try {
            boolean goOn = true;
            while (goOn) {
                goOn = runGuarded();
            }
        } catch (InterruptedException _) {
            // The session ended.
        }
    }

    /** Runs one round; after a defect of this program the loss is reported and everything is listed again. */
    private boolean runGuarded() throws InterruptedException {
        long heard = sharedServices.wakeSignal().ringCount();
        try {
            return runRound();
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, text, defect);
        }
        version = "";
        failures++;
        var pause = sharedServices.retryPolicy().pauseBefore(failures, sharedServices.random());
        try {
            publishLoss(
                    Problem.of(OperationProblemKind.UNEXPECTED, new CollectionWatchReason.WatchDefect(subject.label())),
                    pause);
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "report failed", defect);
        }
        sharedServices.wakeSignal().pause(pause, heard);
        return true;
    }

    /** Runs one list or watch, and the pause after it if it failed. Returns whether to go on. */
    private boolean runRound() throws InterruptedException {
        long heard = sharedServices.wakeSignal().ringCount();
        good = false;
        try {
            if (version.isEmpty()) {
                listCollection();
            } else {
                watchCollection();
                if (isDoubtful()) {
                    version = "";
                } else if (!good && !version.isEmpty()) {
                    sharedServices.wakeSignal()
                            .pause(sharedServices.retryPolicy().pauseBefore(1, sharedServices.random()), heard);
                }
            }
            return true;
        } catch (WatchFailureException setback) {
            return recover(setback, heard);
        }
    }

    private void listCollection() throws WatchFailureException, InterruptedException {
        version = new PagedListReader<>(subject, sharedServices).readAll();
        if (version.isEmpty()) {
            throw new WatchFailureException(Problem.of(OperationProblemKind.GARBLED,
                    new CollectionWatchReason.ListVersionMissing(subject.label())), null);
        }
        synced = true;
        stood = false;
        listed = true;
        current = sharedServices.clock().instant();
        if (!unwatchable) {
            publishFollowed();
        }
    }

    private void publishFollowed() throws InterruptedException {
        lossReported = false;
        sharedServices.sink().accept(new WatchChange.CollectionWatchStart(subject.source(), current));
    }

    private void markCurrent() throws InterruptedException {
        current = sharedServices.clock().instant();
        if (lossReported) {
            publishFollowed();
        }
    }

    /** Returns whether the known objects may be outdated although a watch was open. */
    private boolean isDoubtful() {
        return lossReported || Duration.between(current, sharedServices.clock().instant()).abs()
                .compareTo(sharedServices.retryPolicy().silenceTimeout()) >= 0;
    }

    private void watchCollection() throws WatchFailureException, InterruptedException {
        var begun = sharedServices.clock().instant();
        var query = "?watch=1&allowWatchBookmarks=true&resourceVersion="
                + URLEncoder.encode(version, StandardCharsets.UTF_8) + "&timeoutSeconds="
                + (lossReported ? TRIAL_SECONDS : sharedServices.retryPolicy().watchSeconds(sharedServices.random()));
        var request = ApiRequest.stream(subject.path() + query, sharedServices.retryPolicy().silenceTimeout(), text);
        try (var reply = sharedServices.transport().send(request)) {
            if (!reply.isSuccess()) {
                handleRefusal(reply.readRefusal());
                return;
            }
            listed = false;
            unwatchable = false;
            var reader = new WatchResponseReader<>(subject.decoder(), reply.body());
            for (var event = reader.nextEvent(); event != null; event = reader.nextEvent()) {
                handleEvent(event);
                if (version.isEmpty()) {
                    return;
                }
            }
            noteDuration(begun);
        } catch (ProblemException problemException) {
            throw new WatchFailureException(problemException.problem(), problemException);
        } catch (MalformedJsonException e) {
            throw new WatchReadFailureTranslator(sharedServices.transport(), text).failureOf(e);
        } catch (IOException e) {
            noteDuration(begun);
            throw new WatchReadFailureTranslator(sharedServices.transport(), text).failureOf(e);
        }
    }

    private void noteDuration(Instant begun) {
        if (!lossReported && Duration.between(begun, sharedServices.clock().instant()).compareTo(GOOD) >= 0) {
            markSuccess();
        }
    }

    private void markSuccess() {
        good = true;
        forgotten = false;
        failures = 0;
    }

    private void handleEvent(WatchEvent<T> event) throws WatchFailureException, InterruptedException {
        switch (event) {
            case WatchEvent.ObjectAddedOrModified<T>(var facts, var at, var unread) -> {
                unread.ifPresentOrElse(this::unread, this::whole);
                sharedServices.sink().accept(subject.seenChange().apply(facts));
                advanceTo(at);
            }
            case WatchEvent.UnnamedWatchEvent<T>(var unread, var at) -> {
                unread(unread);
                // Without a version it proves nothing of what came before it.
                if (!at.isEmpty()) {
                    advanceTo(at);
                }
            }
            case WatchEvent.ObjectDeleted<T>(var facts, var at) -> {
                whole();
                sharedServices.sink().accept(subject.goneChange().apply(facts));
                advanceTo(at);
            }
            case WatchEvent.BookmarkEvent<T>(var at) -> {
                if (at.equals(version)) {
                    markCurrent();
                } else if (!at.isEmpty()) {
                    advanceTo(at);
                }
            }
            case WatchEvent.WatchErrorEvent<T>(var code, var reason, var message, var pause) ->
                handleRefusal(ApiServerErrorResponse.fromWatchEvent(code, reason, message, text)
                        .withRetryAfter(Duration.ofSeconds(pause)));
        }
    }

    private void unread(UnreadableObject object) {
        sharedServices.transport().unread().add(subject.unreadKey(), object);
    }

    private void whole() {
        sharedServices.transport().unread().remove(subject.unreadKey(), subject.decoder().key());
    }

    private void advanceTo(String at) throws InterruptedException {
        markCurrent();
        version = OptionalText.orElse(at, version);
        markSuccess();
    }

    private void handleRefusal(ApiServerErrorResponse refusal) throws WatchFailureException {
        boolean again = forgotten;
        if (refusal.isExpired()) {
            version = "";
            forgotten = true;
        }
        if (!refusal.isExpired() || again) {
            throw new WatchFailureException(refusal);
        }
    }

    private boolean recover(WatchFailureException setback, long heard) throws InterruptedException {
        var problem = setback.problem();
        if (problem.kind() == Problem.OperationProblemKind.FORBIDDEN) {
            return handleDenial(problem, heard);
        }
        if (setback.needsLogin()) {
            publishLoss(problem, sharedServices.retryPolicy().recheck());
            sharedServices.supervisor().onUnauthenticated(problem);
            sharedServices.wakeSignal().pause(sharedServices.retryPolicy().recheck(), heard);
            return true;
        }
        if (good && !setback.isRefused() && !isDoubtful()) {
            // It went well until now: nobody need know if it goes well again at once.
            return true;
        }
        failures++;
        var pause = sharedServices.retryPolicy().pauseBefore(failures, sharedServices.random());
        pause = setback.retryAfter().compareTo(pause) > 0 ? setback.retryAfter() : pause;
        publishLoss(problem, pause);
        sharedServices.wakeSignal().pause(pause, heard);
        return true;
    }

    private void publishLoss(Problem problem, Duration pause) throws InterruptedException {
        lossReported = true;
        var next = sharedServices.clock().instant().plus(pause);
        sharedServices.sink().accept(
                new WatchChange.CollectionContactLoss(subject.source(), problem, current, Math.max(1, failures), next));
    }

    /**
     * Keeps known objects as stale while a denial may pass, as roles are edited by deleting and recreating them. Only a refusal that still stands after the pause counts.
     */
    private boolean handleDenial(Problem problem, long heard) throws InterruptedException {
        boolean mayList = listed && !version.isEmpty();
        if (!version.isEmpty() && !mayList) {
            // Whether it may still be listed is found out by doing so.
            version = "";
            return true;
        }
        if (mayList) {
            unwatchable = true;
            listed = false;
        } else if (!(synced && !stood) && !sharedServices.supervisor().onDenied(subject.source(), problem, synced)) {
            return false;
        }
        version = "";
        if (synced) {
            failures++;
            publishLoss(problem, sharedServices.retryPolicy().recheck());
        } else {
            sharedServices.sink().accept(new WatchChange.CollectionAccessDenial(subject.source(), problem));
        }
        boolean rang = sharedServices.wakeSignal().pause(sharedServices.retryPolicy().recheck(), heard);
        stood = stood || !rang;
        return true;
    }
}

package tessera.app;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.exec.SessionLog;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.journal.Entry;
import tessera.plan.journal.Entry.Event;
import tessera.plan.journal.Entry.Place;
import tessera.plan.journal.Journal;
import tessera.plan.survey.Lookups;

/** Notes in the journal what reached into containers of a cluster. Safe for use by several threads. */
final class NotedSessions implements SessionLog, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(NotedSessions.class.getName());
    private static final int PATIENCE = 2;

    private final Journal journal;
    private final KubeContext context;
    private final Lookups lookups;
    private final Clock clock;
    private final ExecutorService writer = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("session notes").factory());

    /** @param lookups tells who the server takes us for */
    NotedSessions(Journal journal, KubeContext context, Lookups lookups, Clock clock) {
        this.journal = journal;
        this.context = context;
        this.lookups = lookups;
        this.clock = clock;
    }

    @Override
    public Note begin(Kind kind, ObjectRef pod, String words) throws Failure, InterruptedException {
        var begun = new Entry(clock.instant().toString(), UUID.randomUUID().toString(), Event.BEGUN, place(),
                kind.verb(), words, List.of(pod.toString()), "", "", List.of(), "");
        journal.append(begun);
        var over = new AtomicBoolean();
        return (result, detail) -> {
            if (!over.getAndSet(true)) {
                note(ended(begun, result, detail));
            }
        };
    }

    @Override
    public void refuse(Kind kind, ObjectRef pod, String words, Problem why) throws InterruptedException {
        note(new Entry(clock.instant().toString(), UUID.randomUUID().toString(), Event.REFUSED, place(), kind.verb(),
                words, List.of(pod.toString()), "refused", why.sentence(), List.of(), ""));
    }

    private Place place() throws InterruptedException {
        return new Place(context.name(), context.server(), user());
    }

    private String user() throws InterruptedException {
        try {
            return lookups.user();
        } catch (Failure _) {
            return "";
        }
    }

    private Entry ended(Entry begun, Result result, String detail) {
        return new Entry(clock.instant().toString(), begun.run(), Event.ENDED, begun.place(), begun.verb(),
                begun.words(), List.of(), result.name().toLowerCase(Locale.ROOT), detail, List.of(), "");
    }

    private void note(Entry entry) {
        try {
            writer.execute(() -> {
                try {
                    journal.append(entry);
                } catch (Failure full) {
                    LOG.log(System.Logger.Level.WARNING, "the end of a session could not be noted", full);
                }
            });
        } catch (RejectedExecutionException late) {
            LOG.log(System.Logger.Level.WARNING, "a session ended after its cluster was left", late);
        }
    }

    /** Waits until what ended is noted. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(PATIENCE, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "the disk is too slow for the journal");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

package tessera.app.wiring;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.exec.ContainerSessionLog;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.journal.ChangeJournal;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalCluster;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;

/** Records sessions in containers (exec, port forward, copy) in the journal. Safe for use by several threads. */
final class ContainerSessionJournalRecorder implements ContainerSessionLog, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ContainerSessionJournalRecorder.class.getName());
    private static final int PATIENCE = 2;

    private final ChangeJournal journal;
    private final KubeconfigContextEntry context;
    private final PlannerInputReader inputReader;
    private final Clock clock;
    private final ExecutorService writer = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("session notes").factory());

    /** @param inputReader tells who the server takes us for */
    ContainerSessionJournalRecorder(ChangeJournal journal, KubeconfigContextEntry context,
            PlannerInputReader inputReader, Clock clock) {
        this.journal = journal;
        this.context = context;
        this.inputReader = inputReader;
        this.clock = clock;
    }

    @Override
    public SessionEndRecorder begin(ContainerSessionKind kind, ObjectRef pod, String text)
            throws ProblemException, InterruptedException {
        var startEntry = new ChangeJournalEntry(clock.instant().toString(), UUID.randomUUID().toString(),
                JournalEvent.BEGUN, journalCluster(), kind.verb(), text, List.of(pod.toString()), "", "", List.of(),
                "");
        journal.append(startEntry);
        var over = new AtomicBoolean();
        return (result, detail) -> {
            if (!over.getAndSet(true)) {
                appendEntry(endEntry(startEntry, result, detail));
            }
        };
    }

    @Override
    public void refuse(ContainerSessionKind kind, ObjectRef pod, String text, Problem problem)
            throws InterruptedException {
        appendEntry(new ChangeJournalEntry(clock.instant().toString(), UUID.randomUUID().toString(),
                JournalEvent.REFUSED, journalCluster(), kind.verb(), text, List.of(pod.toString()), "refused",
                problem.problemText(), List.of(), ""));
    }

    private JournalCluster journalCluster() throws InterruptedException {
        return new JournalCluster(context.name(), context.serverAddress(), userName());
    }

    private String userName() throws InterruptedException {
        try {
            return inputReader.readUser();
        } catch (ProblemException _) {
            return "";
        }
    }

    private ChangeJournalEntry endEntry(ChangeJournalEntry startEntry, SessionResult result, String detail) {
        return new ChangeJournalEntry(clock.instant().toString(), startEntry.run(), JournalEvent.ENDED,
                startEntry.cluster(), startEntry.verb(), startEntry.text(), List.of(),
                result.name().toLowerCase(Locale.ROOT), detail, List.of(), "");
    }

    private void appendEntry(ChangeJournalEntry entry) {
        try {
            writer.execute(() -> {
                try {
                    journal.append(entry);
                } catch (ProblemException full) {
                    LOG.log(System.Logger.Level.WARNING, "unrecorded end", full);
                }
            });
        } catch (RejectedExecutionException late) {
            LOG.log(System.Logger.Level.WARNING, "late end", late);
        }
    }

    /** Waits until what ended is noted. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(PATIENCE, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "slow disk");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

package tessera.plan.journal;

import java.util.List;

/**
 * An entry of the journal. It holds no content of objects, so no secrets.
 *
 * @param at      when, as ISO 8601 in UTC
 * @param run     names the run it belongs to
 * @param event   what it notes
 * @param cluster   where
 * @param verb    what was wanted, in a word such as {@code cordon}
 * @param text   what was wanted, or the step, as a sentence
 * @param objects those it is about, e.g. {@code nodes/h100-01}
 * @param result  what became of it, in a word; empty while that is open
 * @param detail  what went wrong, in words; empty when nothing did
 * @param lastingEffects  what is so since
 * @param undo    what takes it back, as a sentence; empty when nothing does
 * @param undoCommands    the commands that plan that, without what names the cluster; none where they would hold content
 * @param writer  the program that writes it, where it begins a run; empty where that is not noted
 */
public record ChangeJournalEntry(String at, String run, JournalEvent event, JournalCluster cluster, String verb,
        String text, List<String> objects, String result, String detail, List<String> lastingEffects, String undo,
        List<String> undoCommands, String writer) {

    /** The event of a journal entry. */
    public enum JournalEvent {
        /** A run begins. One without an end still runs, or was cut short, and what it was at is not known. */
        BEGUN,
        /** A step begins. */
        STEP_BEGUN,
        /** A step ended. */
        STEP_ENDED,
        /** A run ended. */
        ENDED,
        /** Something was not even begun. */
        REFUSED
    }

    /**
     * A cluster and the user who changed it.
     *
     * @param context as the kubeconfig calls it
     * @param server  its address
     * @param user    who the server took us for; empty when it did not say
     */
    public record JournalCluster(String context, String server, String user) {

        /** What the context of a simulated cluster is called that is gone with its program; no kubeconfig is likely to have such a one. */
        public static final String SIMULATED = "demo (simulated)";

        /** Returns whether the cluster was simulated and ended with its program. */
        public boolean isSimulated() {
            return context.equals(SIMULATED);
        }
    }

    public ChangeJournalEntry {
        objects = List.copyOf(objects);
        lastingEffects = List.copyOf(lastingEffects);
        undoCommands = List.copyOf(undoCommands);
    }

    /** One of which it does not matter who writes it, or that is still to be written. */
    public ChangeJournalEntry(String at, String run, JournalEvent event, JournalCluster journalCluster, String verb,
            String words, List<String> objects, String result, String detail, List<String> leaves, String undo) {
        this(at, run, event, journalCluster, verb, words, objects, result, detail, leaves, undo, List.of(), "");
    }

    /** Returns the entry with the commands that plan the undo. */
    public ChangeJournalEntry withUndoCommands(List<String> commands) {
        return new ChangeJournalEntry(at, run, event, cluster, verb, text, objects, result, detail, lastingEffects,
                undo, commands, writer);
    }

    /** Returns the entry signed by this process. */
    ChangeJournalEntry signedByThisProcess() {
        return new ChangeJournalEntry(at, run, event, cluster, verb, text, objects, result, detail, lastingEffects,
                undo, undoCommands, ChangeJournalWriterIdentity.currentSignature());
    }
}

package tessera.plan.intent;

/** An intent to change a cluster. It says what, never how. */
public sealed interface ChangeIntent
        permits NodeChangeIntent, GpuStackReleaseIntent, GpuSharingIntent, WallDisplayAccountIntent,
        WorkloadChangeIntent, WorkloadLaunchIntent, EditObjectIntent, NamespacePolicyIntent, CompositeIntent {

    /** Returns the verb of the command line and the journal, e.g. {@code cordon}. */
    String verb();

    /** Returns a one-sentence summary without a full stop, e.g. “Cordon h100-01”. */
    String summaryText();

    /** Returns the command line of the intent, without the options that select the cluster. */
    String commandLine();
}

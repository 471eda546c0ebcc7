package tessera.cluster.helm;

import tessera.text.Reason;

/** A reason why Helm did not do its work. */
sealed interface HelmReason extends Reason {

    /** Read-only mode does not start Helm. */
    record HelmBlockedByReadOnlyMode() implements HelmReason {}

    /** The release has another revision than planned. */
    record ReleaseRevisionConflict(String release, int revision, int planned) implements HelmReason {}

    /** The program could not listen for Helm. */
    record HelmProxyFailed() implements HelmReason {}

    /** Helm refused. */
    record HelmRequestFailed(String action) implements HelmReason {}

    /** Helm's library is missing. */
    record HelmNotLoaded(String action) implements HelmReason {}

    /** The process of Helm could not be started. */
    record HelmNotStarted(String action) implements HelmReason {}

    /** Helm did not end in time. */
    record HelmTimedOut(String action, long seconds) implements HelmReason {}

    /** Helm's process ended without an answer. */
    record HelmCrashed(String action, HelmReason end) implements HelmReason {}

    /** Helm's process exceeded its memory limit. */
    record HelmOutOfMemory(String action, HelmReason end) implements HelmReason {}

    /** A memory limit of the process. */
    record HelmMemoryLimit(long gibibytes) implements HelmReason {}

    /** A memory limit of the program inside the process. */
    record HelmHeapLimit(int mebibytes) implements HelmReason {}

    /** An exit code of Helm's process. */
    record HelmExitCode(int exitCode) implements HelmReason {}

    /** Helm was stopped before its first change. */
    record HelmStoppedUnchanged() implements HelmReason {}

    /** Helm was stopped at a hook; the wait is empty where the user stopped it. */
    record HelmStoppedAtHook(String hook, String waited) implements HelmReason {}

    /** Helm went on and was disconnected. */
    record HelmDisconnected(long seconds) implements HelmReason {}

    /** Helm recorded no result of a dry run. */
    record HelmDryRunUnrecorded(String release) implements HelmReason {}

    /** There is no such revision. */
    record ReleaseRevisionMissing(String release, int revision) implements HelmReason {}

    /** The record of a release lacks its chart. */
    record ReleaseRecordWithoutChart() implements HelmReason {}

    /** The record of a release has a file outside of the chart. */
    record ReleaseRecordUnsafe() implements HelmReason {}

    /** The files for Helm could not be written. */
    record HelmFilesUnwritable() implements HelmReason {}

    /** Helm's output is no YAML. */
    record HelmOutputNotYaml() implements HelmReason {}

    /** A rendered template is no YAML; the template is empty where it is not known. */
    record TemplateNotYaml(String template) implements HelmReason {}

    /** Values cannot be converted. */
    record HelmValuesUnwritable() implements HelmReason {}

    /** There are more reports of nodes than are read. */
    record NodeFeaturesTruncated() implements HelmReason {}
}

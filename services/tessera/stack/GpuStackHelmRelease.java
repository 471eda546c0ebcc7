package tessera.stack;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Helm release that installed the GPU stack.
 *
 * @param revision    grows by one with every change
 * @param status      Helm's word, e.g. {@code deployed} or {@code failed}
 * @param chart       name of the chart
 * @param version     of the chart; empty when it is not known
 * @param appVersion         version of what the chart installs; empty when it is not known
 * @param deployed    when this revision was made; null when it is not known
 * @param description what Helm said of it
 * @param userValues      what the user set, apart from the chart's defaults
 * @param history     the revisions that Helm still knows, newest first
 */
public record GpuStackHelmRelease(String name, String namespace, int revision, String status, String chart,
        String version, String appVersion, @Nullable Instant deployed, String description,
        List<UserSetHelmValue> userValues, List<RecordedRevision> history) {

    public GpuStackHelmRelease {
        userValues = List.copyOf(userValues);
        history = List.copyOf(history);
    }

    /**
     * A value that the user set.
     *
     * @param path  e.g. {@code driver.version}
     * @param value as JSON; hidden where it may be a secret
     */
    public record UserSetHelmValue(String path, String value) {}

    /**
     * A revision of the release.
     *
     * @param at when it was last noted; null when Helm does not say
     */
    public record RecordedRevision(int number, String status, @Nullable Instant at) {}

    /** Returns whether the release is deployed, with no operation pending or failed. */
    public boolean isDeployed() {
        return status.equals("deployed");
    }

    /** Returns whether a Helm operation is unfinished, which blocks all others. */
    public boolean isPending() {
        return status.startsWith("pending-") || status.equals("uninstalling");
    }

    public GpuStackHelmRelease withHistory(List<RecordedRevision> revisions) {
        return new GpuStackHelmRelease(name, namespace, revision, status, chart, version, appVersion, deployed,
                description, userValues, revisions);
    }
}

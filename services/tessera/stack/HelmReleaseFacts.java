package tessera.stack;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Helm release that installed the GPU stack, as Helm itself notes it.
 *
 * @param revision    grows by one with every change
 * @param status      Helm's word, e.g. {@code deployed} or {@code failed}
 * @param chart       name of the chart
 * @param version     of the chart; empty when it is not known
 * @param app         version of what the chart installs; empty when it is not known
 * @param deployed    when this revision was made; null when it is not known
 * @param description what Helm said of it
 * @param values      what the user set, apart from the chart's defaults
 * @param history     the revisions that Helm still knows, newest first
 */
public record HelmReleaseFacts(String name, String namespace, int revision, String status, String chart, String version,
        String app, @Nullable Instant deployed, String description, List<ReleaseSetting> values,
        List<Revision> history) {

    public HelmReleaseFacts {
        values = List.copyOf(values);
        history = List.copyOf(history);
    }

    /**
     * A value that the user set.
     *
     * @param path  e.g. {@code driver.version}
     * @param value as JSON; hidden where it may be a secret
     */
    public record ReleaseSetting(String path, String value) {}

    /**
     * One of its revisions.
     *
     * @param at when it was last noted; null when Helm does not say
     */
    public record Revision(int number, String status, @Nullable Instant at) {}

    /** Whether it stands as Helm left it, with nothing under way and nothing failed. */
    public boolean settled() {
        return status.equals("deployed");
    }

    /** Whether Helm began something and has not ended it; nothing else can be done with it meanwhile. */
    public boolean pending() {
        return status.startsWith("pending-") || status.equals("uninstalling");
    }

    public HelmReleaseFacts withHistory(List<Revision> revisions) {
        return new HelmReleaseFacts(name, namespace, revision, status, chart, version, app, deployed, description,
                values,
                revisions);
    }
}

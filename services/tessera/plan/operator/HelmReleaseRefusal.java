package tessera.plan.operator;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import tessera.text.Reason;

/** Why a change of a Helm release, or a value of it, is refused. */
sealed interface HelmReleaseRefusal extends Reason {

    record InvalidReleaseName(String release) implements HelmReleaseRefusal {}

    record ReleaseNotFound(String release) implements HelmReleaseRefusal {}

    record ReleaseExists(String release) implements HelmReleaseRefusal {}

    record ChartNotRecorded(String chart, String version) implements HelmReleaseRefusal {}

    record RevisionNotFound(int revision, String release, List<Integer> history) implements HelmReleaseRefusal {}

    record RevisionUnfinished(int revision, String release, List<Integer> history) implements HelmReleaseRefusal {}

    record ValidatorImageNotRecorded() implements HelmReleaseRefusal {}

    record NoFreeGpu() implements HelmReleaseRefusal {}

    record NoFreeGpuOnNode(String node, Collection<String> freeNodes) implements HelmReleaseRefusal {}

    record NoNvidiaNode(String node, Collection<String> freeNodes) implements HelmReleaseRefusal {}

    /**
     * An operation on the release that Helm has not finished.
     *
     * @param revision the revision to roll back to; empty for none
     * @param command  the command that ends the operation
     */
    record HelmOperationPending(String release, String status, Optional<Integer> revision,
            String command) implements HelmReleaseRefusal {}

    record HelmOperationEnded(String release, String status) implements HelmReleaseRefusal {}

    record ValuesNotMap() implements HelmReleaseRefusal {}

    record InvalidChartValue(String path, String value) implements HelmReleaseRefusal {}

    record ManifestNotYaml() implements HelmReleaseRefusal {}

    record UnknownPlatform(String platform, List<String> platforms) implements HelmReleaseRefusal {}

    record InvalidRegistry(String registry) implements HelmReleaseRefusal {}

    record NoChartForImages(String release) implements HelmReleaseRefusal {}
}

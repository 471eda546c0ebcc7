package tessera.plan.operator;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.model.Problem;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent.InstallReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** The check for an already installed stack. */
final class InstalledGpuStackCheck {

    private static final String TITLE = "Installed already";

    private InstalledGpuStackCheck() {}

    /** Checks for a release of the same name, or of another name noted on the ClusterPolicy; empty if there is none. */
    static Optional<GpuStackPreflightCheckResult> checkInstalled(InstallReleaseIntent installRelease,
            HelmReleasePlannerInput input) {
        return input.release()
                .map(release -> sameRelease(release, PendingHelmOperationCheck.findRefusal(installRelease, input)))
                .or(() -> otherRelease(installRelease.release(), input.location()));
    }

    private static GpuStackPreflightCheckResult sameRelease(HelmReleaseRevision release, Optional<Problem> unfinished) {
        return GpuStackPreflightCheckResult.fail(TITLE,
                "%s %s as release %s, revision %d, %s".formatted(release.chart(), release.version(),
                        release.name(), release.revision(), release.status()),
                unfinished.map(Problem::remedy).orElse(insteadText(release.name())));
    }

    private static Optional<GpuStackPreflightCheckResult> otherRelease(HelmReleaseNamespacedName releaseName,
            GpuStackInstallEnvironment location) {
        return location.policies().entrySet().stream()
                .flatMap(policy -> foreignReleaseFailures(policy, releaseName))
                .findFirst();
    }

    private static Stream<GpuStackPreflightCheckResult> foreignReleaseFailures(
            Map.Entry<String, GpuStackInstallEnvironment.GpuClusterPolicy> policy,
            HelmReleaseNamespacedName releaseName) {
        return policy.getValue().release().filter(release -> !release.equals(releaseName)).stream()
                .map(release -> GpuStackPreflightCheckResult.fail(
                        TITLE, "%s as release %s, which made the ClusterPolicy %s".formatted(
                                policy.getValue().chart().isEmpty() ? "the GPU operator"
                                        : policy.getValue().chart(),
                                release, policy.getKey()),
                        insteadText(release)
                                + ". What else is so is looked at with its values by “tessera plan "
                                + "operator preflight" + releaseFlags(release) + "”"));
    }

    private static String insteadText(HelmReleaseNamespacedName release) {
        return "There is nothing to install. Another version comes by “tessera plan operator upgrade%1$s”, other values by “tessera plan operator values%1$s”"
                .formatted(releaseFlags(release));
    }

    private static String releaseFlags(HelmReleaseNamespacedName release) {
        if (release.equals(HelmReleaseNamespacedName.USUAL)) {
            return "";
        }
        return " --release %s --namespace %s".formatted(release.name(), release.namespace());
    }
}

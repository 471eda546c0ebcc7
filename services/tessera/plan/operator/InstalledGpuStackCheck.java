package tessera.plan.operator;

import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent.InstallReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** The check for an already installed stack. */
final class InstalledGpuStackCheck {

    private InstalledGpuStackCheck() {}

    /** Checks for a release of the same name, or of another name noted on the ClusterPolicy; empty if there is none. */
    static Optional<GpuStackPreflightCheckResult> checkInstalled(InstallReleaseIntent installRelease,
            HelmReleasePlannerInput input) {
        return input.release()
                .map(release -> sameRelease(release, PendingHelmOperationCheck.findRefusal(installRelease, input)))
                .or(() -> otherRelease(installRelease.release(), input.location()));
    }

    private static GpuStackPreflightCheckResult sameRelease(HelmReleaseRevision release, Optional<Problem> unfinished) {
        return GpuStackPreflightCheckResult.fail(GpuStackPreflightCheck.EXISTING_RELEASE,
                new PreflightReason.ReleaseInstalled(release.chart(), release.version(), release.name().toString(),
                        release.revision(), release.status(), releaseFlags(release.name()),
                        unfinished.map(Problem::remedy).orElse("")));
    }

    private static Optional<GpuStackPreflightCheckResult> otherRelease(HelmReleaseNamespacedName releaseName,
            GpuStackInstallEnvironment location) {
        return location.policies().entrySet().stream()
                .flatMap(policy -> policy.getValue().release().filter(release -> !release.equals(releaseName)).stream()
                        .map(release -> new PreflightReason.OtherReleaseInstalled(policy.getValue().chart(),
                                release.toString(), policy.getKey(), releaseFlags(release))))
                .findFirst()
                .map(reason -> GpuStackPreflightCheckResult.fail(GpuStackPreflightCheck.EXISTING_RELEASE, reason));
    }

    private static String releaseFlags(HelmReleaseNamespacedName release) {
        if (release.equals(HelmReleaseNamespacedName.USUAL)) {
            return "";
        }
        return " --release %s --namespace %s".formatted(release.name(), release.namespace());
    }
}

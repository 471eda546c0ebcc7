package tessera.plan.operator;

import java.util.Optional;
import tessera.model.Problem;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.StackSite;
import tessera.plan.intent.ReleaseIntent.InstallRelease;
import tessera.plan.intent.ReleaseName;

/** The stack that is there where one is to be installed, as something that was looked at. */
final class InstalledStack {

    private static final String TITLE = "Installed already";

    private InstalledStack() {}

    /** By the same name, or by another that is noted on the ClusterPolicy; empty where none is known of. */
    static Optional<PreflightCheck> check(InstallRelease wanted, ReleaseSurvey survey) {
        return survey.release().map(release -> same(release, UnfinishedWork.refusal(wanted, survey)))
                .or(() -> other(wanted.release(), survey.site()));
    }

    private static PreflightCheck same(ReleaseObject release, Optional<Problem> unfinished) {
        return PreflightCheck.fail(TITLE,
                "%s %s as release %s, revision %d, %s".formatted(release.chart(), release.version(),
                        release.name(), release.revision(), release.status()),
                unfinished.map(Problem::remedy).orElse(instead(release.name())));
    }

    private static Optional<PreflightCheck> other(ReleaseName wanted, StackSite site) {
        return site.policies().entrySet().stream()
                .flatMap(policy -> policy.getValue().release().filter(release -> !release.equals(wanted)).stream()
                        .map(release -> PreflightCheck.fail(
                                TITLE, "%s as release %s, which made the ClusterPolicy %s".formatted(
                                        policy.getValue().chart().isEmpty() ? "the GPU operator"
                                                : policy.getValue().chart(),
                                        release, policy.getKey()),
                                instead(release) + ". What else is so is looked at with its values by “tessera plan "
                                        + "operator preflight" + flags(release) + "”")))
                .findFirst();
    }

    private static String instead(ReleaseName release) {
        return "There is nothing to install. Another version comes by “tessera plan operator upgrade%1$s”, other values by “tessera plan operator values%1$s”"
                .formatted(flags(release));
    }

    private static String flags(ReleaseName release) {
        return release.equals(ReleaseName.USUAL) ? ""
                : " --release %s --namespace %s".formatted(release.name(), release.namespace());
    }
}

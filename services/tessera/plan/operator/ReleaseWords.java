package tessera.plan.operator;

import tessera.plan.context.ChartDetail;
import tessera.plan.context.ReleaseObject;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;

/** What is wanted of a release in a sentence, with the versions, which the wish may leave open. */
final class ReleaseWords {

    private ReleaseWords() {}

    static String of(ReleaseIntent intent, ReleaseSurvey survey) {
        var name = intent.release();
        var now = survey.release().map(ReleaseObject::version).orElse("");
        var then = survey.target().map(ReleaseObject::version)
                .or(() -> survey.chart().map(ChartDetail::version)).orElse(now);
        return switch (intent) {
            case ReleaseIntent.InstallRelease _ -> "Install %s %s%s in %s".formatted(
                    survey.chart().map(ChartDetail::name).orElse(name.name()), then, as(name, survey),
                    name.namespace());
            case ReleaseIntent.UpgradeRelease _ -> "Upgrade %s from %s to %s".formatted(name, now, then);
            case ReleaseIntent.SetValues _ ->
                intent.words() + (then.equals(now) ? ", " + now : ", from %s to %s".formatted(now, then));
            case ReleaseIntent.RollBackRelease _ -> "%s, from %s to %s".formatted(intent.words(), now, then);
            case ReleaseIntent.UninstallRelease _ -> "%s, %s".formatted(intent.words(), now);
            case ReleaseIntent.Validate _ -> intent.words();
        };
    }

    /** The name of a release that is called otherwise than its chart, which has the version. */
    private static String as(ReleaseName name, ReleaseSurvey survey) {
        return survey.chart().filter(chart -> !chart.name().equals(name.name())).map(_ -> " as " + name.name())
                .orElse("");
    }
}

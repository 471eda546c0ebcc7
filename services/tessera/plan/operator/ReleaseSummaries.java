package tessera.plan.operator;

import tessera.plan.context.ChartDetail;
import tessera.plan.context.ReleaseObject;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;

/** Summaries of release intents in a sentence, with the versions that the intent may leave open. */
final class ReleaseSummaries {

    private ReleaseSummaries() {}

    static String summaryText(ReleaseIntent intent, ReleaseSurvey survey) {
        var name = intent.release();
        var now = survey.release().map(ReleaseObject::version).orElse("");
        var then = survey.target().map(ReleaseObject::version)
                .or(() -> survey.chart().map(ChartDetail::version)).orElse(now);
        return switch (intent) {
            case ReleaseIntent.InstallRelease _ -> "Install %s %s%s in %s".formatted(
                    survey.chart().map(ChartDetail::name).orElse(name.name()), then, nameSuffix(name, survey),
                    name.namespace());
            case ReleaseIntent.UpgradeRelease _ -> "Upgrade %s from %s to %s".formatted(name, now, then);
            case ReleaseIntent.SetValues _ ->
                intent.summaryText() + (then.equals(now) ? ", " + now : ", from %s to %s".formatted(now, then));
            case ReleaseIntent.RollBackRelease _ -> "%s, from %s to %s".formatted(intent.summaryText(), now, then);
            case ReleaseIntent.UninstallRelease _ -> "%s, %s".formatted(intent.summaryText(), now);
            case ReleaseIntent.ValidateStack _ -> intent.summaryText();
        };
    }

    /** Returns the name of a release if it differs from its chart's, for a sentence. */
    private static String nameSuffix(ReleaseName name, ReleaseSurvey survey) {
        return survey.chart().filter(chart -> !chart.name().equals(name.name())).map(_ -> " as " + name.name())
                .orElse("");
    }
}

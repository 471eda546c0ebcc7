package tessera.plan.operator;

import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** Summaries of release intents in a sentence, with the versions that the intent may leave open. */
final class HelmReleaseIntentSummarizer {

    private HelmReleaseIntentSummarizer() {}

    static String summaryText(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        var name = intent.release();
        var now = input.release().map(HelmReleaseRevision::version).orElse("");
        var then = input.target().map(HelmReleaseRevision::version)
                .or(() -> input.chart().map(HelmChartMetadata::version)).orElse(now);
        return switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent _ -> "Install %s %s%s in %s".formatted(
                    input.chart().map(HelmChartMetadata::name).orElse(name.name()), then, nameSuffix(name, input),
                    name.namespace());
            case GpuStackReleaseIntent.UpgradeReleaseIntent _ -> "Upgrade %s from %s to %s".formatted(name, now, then);
            case GpuStackReleaseIntent.SetReleaseValuesIntent _ ->
                intent.summaryText() + (then.equals(now) ? ", " + now : ", from %s to %s".formatted(now, then));
            case GpuStackReleaseIntent.RollBackReleaseIntent _ ->
                "%s, from %s to %s".formatted(intent.summaryText(), now, then);
            case GpuStackReleaseIntent.UninstallReleaseIntent _ -> "%s, %s".formatted(intent.summaryText(), now);
            case GpuStackReleaseIntent.ProveGpuStackIntent _ -> intent.summaryText();
        };
    }

    /** Returns the name of a release if it differs from its chart's, for a sentence. */
    private static String nameSuffix(HelmReleaseNamespacedName name, HelmReleasePlannerInput input) {
        return input.chart().filter(chart -> !chart.name().equals(name.name())).map(_ -> " as " + name.name())
                .orElse("");
    }
}

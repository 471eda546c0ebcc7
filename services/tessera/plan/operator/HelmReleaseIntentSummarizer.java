package tessera.plan.operator;

import tessera.plan.context.HelmChartMetadata;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.text.MessageCatalog;

/** Summaries of release intents in a sentence, with the versions that the intent may leave open. */
final class HelmReleaseIntentSummarizer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseIntentSummarizer.class);

    private HelmReleaseIntentSummarizer() {}

    static String summaryText(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        var name = intent.release();
        var now = input.release().map(HelmReleaseRevision::version).orElse("");
        var then = input.target().map(HelmReleaseRevision::version)
                .or(() -> input.chart().map(HelmChartMetadata::version)).orElse(now);
        return switch (intent) {
            case GpuStackReleaseIntent.InstallReleaseIntent _ -> {
                var chart = input.chart().map(HelmChartMetadata::name).orElse(name.name());
                yield MESSAGES.text("summary.install", chart, then, chart.equals(name.name()) ? "" : name.name(),
                        name.namespace());
            }
            case GpuStackReleaseIntent.UpgradeReleaseIntent _ -> MESSAGES.text("summary.upgrade", name, now, then);
            case GpuStackReleaseIntent.SetReleaseValuesIntent _ ->
                then.equals(now) ? MESSAGES.text("summary.version", intent.summaryText(), now)
                        : MESSAGES.text("summary.versions", intent.summaryText(), now, then);
            case GpuStackReleaseIntent.RollBackReleaseIntent _ ->
                MESSAGES.text("summary.versions", intent.summaryText(), now, then);
            case GpuStackReleaseIntent.UninstallReleaseIntent _ ->
                MESSAGES.text("summary.version", intent.summaryText(), now);
            case GpuStackReleaseIntent.ProveGpuStackIntent _ -> intent.summaryText();
        };
    }
}

package tessera.doctor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertCauseMerger;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.gpu.health.GpuLossStage;

/**
 * Alerts and findings about lost GPUs, one for each cause: findings that an alert accounts for on its node become evidence of it.
 */
final class LostGpuFindingMerger {

    private final AlertCauseMerger causes;
    private final GpuFleet fleet;
    private final GpuStackSymptomCatalog catalog;

    LostGpuFindingMerger(AlertRules rules, GpuFleet fleet, GpuStackSymptomCatalog catalog) {
        this.causes = new AlertCauseMerger(rules, fleet);
        this.fleet = fleet;
        this.catalog = catalog;
    }

    /** Alerts and findings of which none only repeats another. */
    record MergedAlertsAndFindings(List<Alert> alerts, List<DiagnosisFinding> findings) {

        MergedAlertsAndFindings {
            alerts = List.copyOf(alerts);
            findings = List.copyOf(findings);
        }
    }

    /** Returns the title of an alert: of its XID where it is about one, as its rule is about many. */
    static String title(Alert alert) {
        return AlertCauseMerger.findCode(alert).map(code -> XidCatalog.standardCatalog().forCode(code).displayName())
                .orElse(alert.title());
    }

    /** Returns the same alerts and findings with what has one cause put together. */
    MergedAlertsAndFindings joined(MergedAlertsAndFindings all) {
        var joined = all;
        for (var node : fleet.nodes()) {
            joined = joined(node, joined);
        }
        return joined;
    }

    private MergedAlertsAndFindings joined(GpuNode node, MergedAlertsAndFindings all) {
        var cause = causes.causesOn(node, all.alerts()).stream().findFirst();
        var effects = cause.map(causes::lossOf).map(first -> all.findings().stream()
                .filter(finding -> finding.node().equals(node.name()) && follows(catalog.loss(finding.id()), first))
                .toList()).orElse(List.of());
        if (cause.isEmpty() || effects.isEmpty()) {
            return all;
        }
        // The sentence of one that withholds devices tells how many are short already.
        var shortage = Optional.of(effects.getFirst().headline()).filter(_ -> node.withheldDevices() == 0);
        var evidence = effects.stream()
                .flatMap(finding -> Stream.concat(Stream.of(finding.headline()), finding.evidence().stream())).toList();
        return new MergedAlertsAndFindings(all.alerts().stream().map(alert -> alert.key().equals(cause.get().key())
                ? causes.withEffects(alert, shortage, evidence.stream())
                : alert).toList(),
                all.findings().stream().filter(finding -> !effects.contains(finding)).toList());
    }

    private static boolean follows(GpuLossStage loss, GpuLossStage cause) {
        return loss != GpuLossStage.NONE && loss.compareTo(cause) > 0;
    }
}

package tessera.alerts.engine;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/**
 * Judges a fleet and its readings by the alert rules repeatedly; keeps durations, counter values and earlier XIDs between rounds.
 *
 * <ul>
 * <li>What is missing, stale or cannot be seen is neither a violation nor an all-clear: an alert of which nothing is
 * known any more says since when.
 * <li>Time counts from one reading to the next, and time in which nothing was known does not count.
 * <li>What a board has is judged once a board, however it is cut.
 * </ul>
 *
 * <p>One thread at a time. Times are by the clock of whoever asks.
 */
public final class AlertEngine {

    private final AlertRegistry registry = new AlertRegistry();
    private final ThresholdAlertCheck levels = new ThresholdAlertCheck(registry);
    private final DcgmHealthAlertCheck watches = new DcgmHealthAlertCheck(registry);
    private final CounterAlertCheck counters = new CounterAlertCheck(registry);
    private final NodeAlertCheck nodes;
    private final SilentExporterAlertCheck exporters = new SilentExporterAlertCheck(registry);
    private final XidAlertCheck xids;
    private final Map<AlertSubject, DeviceCounterAndXidState> memories = new HashMap<>();
    private AlertRules rules;

    public AlertEngine(AlertRules rules, XidCatalog xids) {
        this.rules = rules;
        this.nodes = new NodeAlertCheck(registry, xids);
        this.xids = new XidAlertCheck(registry, xids);
    }

    /** Judges by other rules from now on. Alerts of rules that changed are forgotten and judged anew. */
    public void useRules(AlertRules other) {
        rules = other;
        registry.retainRules(other);
    }

    /** Evaluates all rules and returns the alerts as of now. */
    public AlertSnapshot evaluate(GpuFleet fleet, FleetReadings reported, Instant now) {
        var readings = DeviceReservationUserResolver.lent(fleet, reported);
        var sight = new AlertEvaluationInput(fleet, readings, now);
        var known = new HashMap<String, GpuNode>();
        fleet.nodes().forEach(node -> known.put(node.name(), node));
        registry.beginRound();
        if (sight.areNodesCurrent()) {
            for (var node : fleet.nodes()) {
                nodes.judge(rules, node, fleet.snapshot(), now);
                // A planned change stops the exporter, too.
                boolean asked = readings.problem() == null && !node.isChanging();
                exporters.judge(rules, node.name(), asked ? readings.readingsOf(node.name()) : null, now);
            }
        }
        for (var node : readings.nodes().values()) {
            if (sight.canJudge(node)) {
                judgeDevices(node, known);
            }
        }
        registry.endRound(sight::isSubjectGone, now);
        levels.prune(rules);
        memories.values().removeIf(alertState -> alertState.isExpired(now));
        return new AlertCauseMerger(rules, fleet).joinState(registry.stateAt(now));
    }

    private void judgeDevices(NodeReadings node, Map<String, GpuNode> known) {
        var at = node.at();
        if (at == null) {
            return;
        }
        var owner = known.get(node.node());
        boolean withheld = owner != null && owner.withheldDevices() > 0;
        for (var device : node.devices()) {
            if (device.deviceTitle().isEmpty()) {
                continue;
            }
            var alertState = memories.computeIfAbsent(AlertSubject.forDevice(node.node(), device),
                    subject -> new DeviceCounterAndXidState(subject, at));
            alertState.markSeen(at);
            levels.judge(rules, alertState.subject(), device, at);
            watches.judge(rules, alertState.subject(), device, at);
            counters.judge(rules, alertState, device, at);
            xids.judge(rules, alertState, device, withheld, at);
        }
    }
}

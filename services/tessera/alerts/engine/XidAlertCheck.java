package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.ReportedXids;
import tessera.alerts.Xid;
import tessera.alerts.XidCatalog;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.text.MessageCatalog;

/**
 * Judges the number of the last XID by its changes. Exporters keep the number of the last XID for as long as they run,
 * so:
 *
 * <ul>
 * <li>a number that changes is an XID that happened;
 * <li>a number that is there when a device is first seen may be of long ago: it is told as present since before that
 * moment, and an XID of programs, which says nothing of the device, only for information;
 * <li>where an exporter counts XIDs by their number, each that it counts in its window, or of which the count grows, is one
 * that happened;
 * <li>without counts the same XID twice in a row cannot be seen, nor of several that instances of a board tell at once any but the one with
 * the largest number;
 * <li>an alert ends when the rule's {@code hold} has passed since the XID was last seen to happen, the device still
 * reports, and nothing else speaks for it: no memory row that could not be remapped; for an XID on which the device
 * plugin withholds a device, none withheld on the node; and for a critical one, that it is not told any more, as what
 * mends the GPU ends the exporter's process, too.
 * </ul>
 */
final class XidAlertCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(XidAlertCheck.class);

    private final AlertRegistry registry;
    private final XidCatalog xids;

    XidAlertCheck(AlertRegistry registry, XidCatalog xids) {
        this.registry = registry;
        this.xids = xids;
    }

    /**
     * One occurrence of an XID, with the exporter's count as text.
     *
     * @param countText how often in the exporter's window, in words; empty where that is not known
     */
    private record XidOccurrence(SeenXids.ActiveXid event, String countText) {}

    /**
     * @param withheld whether the scheduler may not hand out all devices of the node
     * @param at       when the readings were taken
     */
    void judge(AlertRules rules, DeviceCounterAndXidState alertState, DeviceReadings device, boolean withheld,
            Instant at) {
        boolean told = device.values().hasValue(DeviceMetric.XID);
        var seen = alertState.xids;
        boolean counted = SeenXids.countsXids(device) || (seen != null && seen.hasCounts());
        if (!told && !counted) {
            return;
        }
        boolean first = seen == null || DeviceCounterAndXidState.isTooOld(seen.at, at);
        if (seen == null || first) {
            seen = new SeenXids(at);
            alertState.xids = seen;
        }
        seen.at = at;
        if (told) {
            int code = (int) device.values().get(DeviceMetric.XID);
            if (code > 0 && code != seen.last) {
                seen.addOccurrence(code, first);
            }
            seen.last = code;
        }
        if (counted) {
            seen.addCounts(device);
        }
        reportXids(rules, alertState.subject(), device, seen, withheld);
    }

    private void reportXids(AlertRules rules, AlertSubject subject, DeviceReadings device, SeenXids seen,
            boolean withheld) {
        boolean broken = device.values().hasValue(DeviceMetric.ROW_REMAP_FAILURE)
                && device.values().get(DeviceMetric.ROW_REMAP_FAILURE) > 0;
        seen.events.entrySet().removeIf(entry -> {
            var xid = xids.forCode(entry.getKey());
            var event = entry.getValue();
            boolean spokenFor = broken || (withheld && xid.marksUnhealthy())
                    || (xid.grade() == Xid.XidSeverity.CRITICAL && ReportedXids.includes(device, xid.code()));
            boolean over = true;
            for (var rule : rules.rulesFor(AlertSignal.forXidGrade(xid.grade()))) {
                boolean held = spokenFor
                        || Duration.between(event.lastSeen(), seen.at).compareTo(rule.keepFiringFor()) < 0;
                registry.report(rule, subject.withPart("XID " + xid.code()),
                        held ? AlertRuleResult.WRONG : AlertRuleResult.RIGHT, seen.at, () -> xidCase(rule, xid, device,
                                subject, new XidOccurrence(event, seen.countText(xid.code()))));
                over &= !held;
            }
            return over;
        });
    }

    private static AlertDetails xidCase(AlertRule rule, Xid xid, DeviceReadings device, AlertSubject subject,
            XidOccurrence happened) {
        var event = happened.event();
        boolean counted = !happened.countText().isEmpty();
        boolean stale = event.predatesWatch() && event.times() == 1 && !counted;
        var reason = stale
                ? new AlertReason.XidPresent(subject.displayName(), xid.displayName(),
                        AlertTextWriter.momentText(event.firstSeen()))
                : new AlertReason.XidReported(subject.displayName(), xid.displayName(), happened.countText());
        boolean ofPrograms = xid.grade().compareTo(Xid.XidSeverity.WARNING) <= 0;
        return AlertDetails.forEvent(reason).withEvidence(xidEvidence(xid, device, event, counted))
                .withHolders(ExporterReportedPods.holdersOf(device)).predatingWatch(stale)
                .withSeverity(stale && ofPrograms ? AlertOrFindingSeverity.INFO : rule.severity())
                .withRemedy(xid.remedy());
    }

    private static List<String> xidEvidence(Xid xid, DeviceReadings device, SeenXids.ActiveXid event, boolean counted) {
        var facts = new ArrayList<String>();
        facts.add(xid.meaning());
        if (counted) {
            return facts;
        }
        if (event.predatesWatch()) {
            facts.add(MESSAGES.text("xid.may-be-old"));
        } else {
            facts.add(MESSAGES.text("xid.first-seen", AlertTextWriter.momentText(event.firstSeen())));
        }
        if (event.times() > 1) {
            facts.add(MESSAGES.text("xid.seen-times", event.times(), AlertTextWriter.momentText(event.lastSeen())));
        }
        if (!SeenXids.countsXids(device)) {
            facts.add(MESSAGES.text("xid.repeats-invisible"));
            if (device.isPartitioned()) {
                facts.add(MESSAGES.text("xid.instances-share"));
            }
        }
        return facts;
    }
}

package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;
import tessera.model.CronLine;
import tessera.model.TimeZoneName;

/** Whether it can be told when CronJobs start. */
final class ScheduleChecks implements Check {

    @Override
    public void object(KubeObject object, Look look) {
        if (object.is("batch", "CronJob")) {
            line(object.at("spec", "schedule"), look);
            zone(object.at("spec", "timeZone"), look);
            twice(object, look);
        }
    }

    /** Where devices are scarce, one run waits for what another holds. */
    private static void twice(KubeObject cron, Look look) {
        var policy = cron.at("spec", "concurrencyPolicy");
        boolean devices = cron.templates().stream().anyMatch(template -> SafetyChecks.asksForDevices(template, look));
        if (devices && !cron.live() && (!policy.present() || policy.text().equals("Allow"))) {
            look.note("runs-pile-up", policy.present() ? policy : cron.at("spec"),
                    "A run begins while the one before has the GPUs still, and they pile up: set concurrencyPolicy to Forbid",
                    policy.present() ? Edits.fix("Write Forbid", Edits.replace(policy, "Forbid"))
                            : policy.written() ? Optional.empty()
                                    : Edits.fix("Write Forbid", Edits.insert(cron.at("spec"), "concurrencyPolicy",
                                            JsonNodeFactory.instance.textNode("Forbid"))));
        }
    }

    private static void line(Value schedule, Look look) {
        if (!schedule.present()) {
            return;
        }
        if (CronLine.zoned(schedule.text())) {
            look.note("schedule-invalid", schedule, "A time zone in the schedule is refused; it belongs into timeZone");
        } else {
            CronLine.fault(schedule.text()).ifPresent(fault -> look.note("schedule-invalid", schedule,
                    "The schedule cannot be read: " + fault.words()));
        }
    }

    private static void zone(Value zone, Look look) {
        if (zone.present() && zone.text().isEmpty()) {
            look.note("time-zone-unknown", zone, "The time zone is empty: name one, or leave the field out");
        } else if (zone.present() && !TimeZoneName.known(zone.text())) {
            look.offer("time-zone-unknown", zone, "There is no time zone “%s”".formatted(zone.text()),
                    TimeZoneName.meant(zone.text()).stream().flatMap(name -> written(zone, name).stream()).toList());
        }
    }

    private static List<Fix> written(Value zone, String name) {
        return Edits.fix("Write " + name, Edits.replace(zone, name)).stream().toList();
    }
}

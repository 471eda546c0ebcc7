package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.CronSchedule;
import tessera.model.TimeZoneName;

/** Whether it can be told when CronJobs start. */
final class ScheduleChecks implements LintCheck {

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("batch", "CronJob")) {
            line(object.at("spec", "schedule"), look);
            zone(object.at("spec", "timeZone"), look);
            twice(object, look);
        }
    }

    /** Where devices are scarce, one run waits for what another holds. */
    private static void twice(KubeObject cron, CheckContext look) {
        var policy = cron.at("spec", "concurrencyPolicy");
        boolean devices = cron.templates().stream().anyMatch(template -> SafetyChecks.asksForDevices(template, look));
        if (devices && !cron.live() && (!policy.present() || policy.text().equals("Allow"))) {
            look.note("runs-pile-up", policy.present() ? policy : cron.at("spec"),
                    "A run begins while the one before has the GPUs still, and they pile up: set concurrencyPolicy to Forbid",
                    policy.present() ? ManifestEditor.fix("Write Forbid", ManifestEditor.replace(policy, "Forbid"))
                            : policy.written() ? Optional.empty()
                                    : ManifestEditor.fix("Write Forbid",
                                            ManifestEditor.insert(cron.at("spec"), "concurrencyPolicy",
                                                    JsonNodeFactory.instance.textNode("Forbid"))));
        }
    }

    private static void line(ManifestValue schedule, CheckContext look) {
        if (!schedule.present()) {
            return;
        }
        if (CronSchedule.zoned(schedule.text())) {
            look.note("schedule-invalid", schedule, "A time zone in the schedule is refused; it belongs into timeZone");
        } else {
            CronSchedule.fault(schedule.text()).ifPresent(fault -> look.note("schedule-invalid", schedule,
                    "The schedule cannot be read: " + fault.words()));
        }
    }

    private static void zone(ManifestValue zone, CheckContext look) {
        if (zone.present() && zone.text().isEmpty()) {
            look.note("time-zone-unknown", zone, "The time zone is empty: name one, or leave the field out");
        } else if (zone.present() && !TimeZoneName.known(zone.text())) {
            look.offer("time-zone-unknown", zone, "There is no time zone “%s”".formatted(zone.text()),
                    TimeZoneName.meant(zone.text()).stream().flatMap(name -> written(zone, name).stream()).toList());
        }
    }

    private static List<LintFix> written(ManifestValue zone, String name) {
        return ManifestEditor.fix("Write " + name, ManifestEditor.replace(zone, name)).stream().toList();
    }
}

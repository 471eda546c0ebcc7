package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import tessera.kube.cron.CronSchedule;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.IanaTimeZoneNames;
import tessera.text.MessageCatalog;

/** Checks of schedule, time zone and concurrency of CronJobs. */
final class CronJobScheduleLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CronJobScheduleLintChecks.class);

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("batch", "CronJob")) {
            checkSchedule(object.at("spec", "schedule"), context);
            checkTimeZone(object.at("spec", "timeZone"), context);
            checkConcurrency(object, context);
        }
    }

    /** Checks overlapping runs, which wait for each other's devices where these are scarce. */
    private static void checkConcurrency(ManifestKubernetesObject cron, LintCheckContext context) {
        var policy = cron.at("spec", "concurrencyPolicy");
        boolean devices = cron.templates().stream()
                .anyMatch(template -> PodSecurityLintChecks.asksForDevices(template, context));
        if (devices && !cron.isLive() && (!policy.isPresent() || policy.text().equals("Allow"))) {
            context.addFinding("runs-pile-up", policy.isPresent() ? policy : cron.at("spec"),
                    new LintWorkloadReason.OverlappingRuns(), forbidConcurrencyFix(policy, cron));
        }
    }

    private static Optional<LintFix> forbidConcurrencyFix(ManifestValue policy, ManifestKubernetesObject cron) {
        if (policy.isPresent()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.forbid"),
                    ManifestSourceEditor.replace(policy, "Forbid"));
        }
        if (policy.isWritten()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.forbid"), ManifestSourceEditor
                .insertEntry(cron.at("spec"), "concurrencyPolicy", JsonNodeFactory.instance.textNode("Forbid")));
    }

    private static void checkSchedule(ManifestValue schedule, LintCheckContext context) {
        if (!schedule.isPresent()) {
            return;
        }
        if (CronSchedule.namesTimeZone(schedule.text())) {
            context.addFinding("schedule-invalid", schedule, new LintWorkloadReason.TimeZoneInSchedule());
        } else {
            CronSchedule.findProblem(schedule.text()).ifPresent(fault -> context.addFinding("schedule-invalid",
                    schedule, new LintWorkloadReason.InvalidSchedule(fault.reason())));
        }
    }

    private static void checkTimeZone(ManifestValue zone, LintCheckContext context) {
        if (zone.isPresent() && zone.text().isEmpty()) {
            context.addFinding("time-zone-unknown", zone, new LintWorkloadReason.EmptyTimeZone());
        } else if (zone.isPresent() && !IanaTimeZoneNames.isKnown(zone.text())) {
            context.addChoice("time-zone-unknown", zone, new LintWorkloadReason.UnknownCronTimeZone(zone.text()),
                    IanaTimeZoneNames.suggestName(zone.text()).stream()
                            .flatMap(name -> writeTimeZone(zone, name).stream()).toList());
        }
    }

    private static List<LintFix> writeTimeZone(ManifestValue zone, String name) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name), ManifestSourceEditor.replace(zone, name))
                .stream().toList();
    }
}

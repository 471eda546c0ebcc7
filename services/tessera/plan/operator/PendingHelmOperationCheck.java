package tessera.plan.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.DurationFormatter;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.context.UnfinishedHelmRevision;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.operator.HelmPermissionRequirementFinder.ManifestObjectKey;
import tessera.plan.step.PlanStep;

/**
 * A Helm operation that began and did not finish, and its remedy: delete its record and roll back to an earlier revision.
 */
final class PendingHelmOperationCheck {

    /** Hooks of a chart may take five minutes each before Helm gives up; who asks for more is told so. */
    private static final Duration YOUNG = Duration.ofMinutes(15);

    private PendingHelmOperationCheck() {}

    static String headlineText(HelmReleaseRevision release) {
        return "Helm has begun something with %s and not ended it: %s".formatted(release.name(), release.status());
    }

    /** Returns why nothing else can begin meanwhile; empty if it can. */
    static Optional<Problem> findRefusal(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        var pending = input.release().filter(HelmReleaseRevision::isPending);
        if (pending.isEmpty() || intent instanceof GpuStackReleaseIntent.UninstallReleaseIntent
                || (intent instanceof GpuStackReleaseIntent.RollBackReleaseIntent
                        && lastFinishedRevision(input).isPresent())) {
            return Optional.empty();
        }
        var name = intent.release();
        var release = pending.get();
        if (release.status().equals("uninstalling")) {
            return Optional.of(Problem.of(OperationProblemKind.CONFLICT, headlineText(release))
                    .withRemedy(
                            "Wait until it ends. If nobody is at it any more, uninstall it again, which removes what is "
                                    + "left of it: "
                                    + new GpuStackReleaseIntent.UninstallReleaseIntent(name).commandLine()));
        }
        if (input.unfinished().isEmpty()) {
            return Optional
                    .of(Problem.of(OperationProblemKind.CONFLICT,
                            "Helm ended what it had begun with %s (%s) just now".formatted(
                                    release.name(), release.status()))
                            .withRemedy("Plan again."));
        }
        var way = lastFinishedRevision(input)
                .map(revision -> "have Helm forget it and roll back to revision %d: %s".formatted(
                        revision, new GpuStackReleaseIntent.RollBackReleaseIntent(name, revision).commandLine()))
                .orElseGet(() -> "uninstall it, as there is no revision to go back to: "
                        + new GpuStackReleaseIntent.UninstallReleaseIntent(name).commandLine());
        return Optional.of(Problem.of(OperationProblemKind.CONFLICT, headlineText(release))
                .withRemedy("Wait until it ends. If nobody is at it any more, " + way));
    }

    /** Returns the newest revision left once the records of unfinished ones are deleted; empty if there is none. */
    static Optional<Integer> lastFinishedRevision(HelmReleasePlannerInput input) {
        if (input.unfinished().isEmpty()) {
            return input.release().filter(release -> !release.isPending()).map(HelmReleaseRevision::revision);
        }
        int oldest = input.unfinished().getLast().number();
        return input.release().stream().flatMap(release -> release.history().stream())
                .filter(number -> number < oldest).findFirst();
    }

    static PlanStepWithUndo forgetStep(HelmReleaseNamespacedName name, UnfinishedHelmRevision revision) {
        return new PlanStepWithUndo(
                new PlanStep.DeleteObjectStep(revision.secret(), revision.uid(), revision.version(), null),
                "Have Helm forget revision %d of %s (%s)".formatted(revision.number(), name, revision.status()),
                "Helm has forgotten the revision %d that it had not ended: %s is gone".formatted(revision.number(),
                        revision.secret()),
                Optional.empty());
    }

    /** Returns warnings before Helm's record of a revision is deleted, each a sentence without a full stop. */
    static List<String> forgetWarnings(HelmReleasePlannerInput input) {
        return input.unfinished().stream().map(revision -> unfinishedOperationText(revision, input)).toList();
    }

    private static String unfinishedOperationText(UnfinishedHelmRevision revision, HelmReleasePlannerInput input) {
        var age = revision.startedAt().map(begun -> ageOf(begun, input.now()));
        boolean young = age.isEmpty() || age.get().compareTo(YOUNG) < 0;
        return "Helm began revision %d (%s) %s%s and has not ended it: %s. What it has noted of that is removed, and nothing brings it back"
                .formatted(revision.number(), revision.status(),
                        age.map(PendingHelmOperationCheck::agoText).orElse("at a time that is not known"),
                        revision.writer().isEmpty() ? "" : ", run by " + revision.writer() + ",",
                        young ? "somebody may be at it still, perhaps with another console, and would be cut short"
                                : "make sure that nobody is at it any more");
    }

    private static Duration ageOf(Instant begun, Instant now) {
        return begun.isAfter(now) ? Duration.ZERO : Duration.between(begun, now);
    }

    private static String agoText(Duration age) {
        return DurationFormatter.durationText(age) + " ago";
    }

    /** Returns the objects of a newer revision that the rollback target lacks, as Helm no longer tracks them. */
    static Optional<String> leftoversWarning(HelmReleaseRevision newest, HelmReleaseRevision target)
            throws ProblemException {
        var kept = new HashSet<>(objectsOf(target));
        var left = new ArrayList<String>();
        objectsOf(newest).stream().filter(object -> !kept.contains(object))
                .forEach(object -> left.add(object.kind() + " " + object.name()));
        if (left.isEmpty()) {
            return Optional.empty();
        }
        return Optional
                .of("Revision %d does not have %s: what revision %d has made of it stays, and nobody removes it"
                        .formatted(target.revision(), String.join(", ", left), newest.revision()));
    }

    private static Set<ManifestObjectKey> objectsOf(HelmReleaseRevision release) throws ProblemException {
        return HelmPermissionRequirementFinder.parseObjects(release.manifest()).stream()
                .map(object -> ManifestObjectKey.of(object, release.name().namespace())).collect(Collectors.toSet());
    }
}

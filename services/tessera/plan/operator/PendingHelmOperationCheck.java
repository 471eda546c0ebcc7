package tessera.plan.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
import tessera.text.MessageCatalog;

/**
 * A Helm operation that began and did not finish, and its remedy: delete its record and roll back to an earlier revision.
 */
final class PendingHelmOperationCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PendingHelmOperationCheck.class);

    /** Hooks of a chart may take five minutes each before Helm gives up; who asks for more is told so. */
    private static final Duration YOUNG = Duration.ofMinutes(15);

    private PendingHelmOperationCheck() {}

    /** Returns why nothing else can begin meanwhile; empty if it can. */
    static Optional<Problem> findRefusal(GpuStackReleaseIntent intent, HelmReleasePlannerInput input) {
        var pending = input.release().filter(HelmReleaseRevision::isPending);
        if (pending.isEmpty() || intent instanceof GpuStackReleaseIntent.UninstallReleaseIntent
                || (intent instanceof GpuStackReleaseIntent.RollBackReleaseIntent
                        && lastFinishedRevision(input).isPresent())) {
            return Optional.empty();
        }
        return Optional.of(Problem.of(OperationProblemKind.CONFLICT, refusal(intent.release(), pending.get(), input)));
    }

    private static HelmReleaseRefusal refusal(HelmReleaseNamespacedName name, HelmReleaseRevision release,
            HelmReleasePlannerInput input) {
        boolean leaving = release.status().equals("uninstalling");
        if (!leaving && input.unfinished().isEmpty()) {
            return new HelmReleaseRefusal.HelmOperationEnded(release.name().toString(), release.status());
        }
        var revision = lastFinishedRevision(input).filter(_ -> !leaving);
        return new HelmReleaseRefusal.HelmOperationPending(release.name().toString(), release.status(), revision,
                revision.<GpuStackReleaseIntent>map(
                        number -> new GpuStackReleaseIntent.RollBackReleaseIntent(name, number))
                        .orElseGet(() -> new GpuStackReleaseIntent.UninstallReleaseIntent(name)).commandLine());
    }

    /** Returns the newest revision left once the records of unfinished ones are deleted; empty if there is none. */
    static Optional<Integer> lastFinishedRevision(HelmReleasePlannerInput input) {
        if (input.unfinished().isEmpty()) {
            return input.release().filter(release -> !release.isPending()).map(HelmReleaseRevision::revision);
        }
        int oldest = input.unfinished().getLast().number();
        return input.release().stream().flatMap(release -> release.history().stream()).filter(number -> number < oldest)
                .findFirst();
    }

    static PlanStepWithUndo forgetStep(HelmReleaseNamespacedName name, UnfinishedHelmRevision revision) {
        return new PlanStepWithUndo(
                new PlanStep.DeleteObjectStep(revision.secret(), revision.uid(), revision.version(), null),
                MESSAGES.text("forget", revision.number(), name, revision.status()),
                MESSAGES.text("forgotten", revision.number(), revision.secret()), Optional.empty());
    }

    /** Returns warnings before Helm's record of a revision is deleted. */
    static List<HelmReleaseWarning> forgetWarnings(HelmReleasePlannerInput input) {
        return input.unfinished().stream().map(revision -> forgetWarning(revision, input)).toList();
    }

    private static HelmReleaseWarning forgetWarning(UnfinishedHelmRevision revision, HelmReleasePlannerInput input) {
        var age = revision.startedAt().map(begun -> ageOf(begun, input.now()));
        return new HelmReleaseWarning.UnfinishedRevisionRecord(revision.number(), revision.status(), age,
                revision.writer(), age.isEmpty() || age.get().compareTo(YOUNG) < 0);
    }

    private static Duration ageOf(Instant begun, Instant now) {
        return begun.isAfter(now) ? Duration.ZERO : Duration.between(begun, now);
    }

    /** Returns the objects of a newer revision that the rollback target lacks, as Helm no longer tracks them. */
    static Optional<HelmReleaseWarning> leftoversWarning(HelmReleaseRevision newest, HelmReleaseRevision target)
            throws ProblemException {
        var kept = objectsOf(target);
        var left = objectsOf(newest).stream().filter(object -> !kept.contains(object))
                .map(object -> object.kind() + " " + object.name()).toList();
        return left.isEmpty() ? Optional.empty()
                : Optional.of(new HelmReleaseWarning.RollbackLeftovers(target.revision(), left, newest.revision()));
    }

    private static Set<ManifestObjectKey> objectsOf(HelmReleaseRevision release) throws ProblemException {
        return HelmPermissionRequirementFinder.parseObjects(release.manifest()).stream()
                .map(object -> ManifestObjectKey.of(object, release.name().namespace())).collect(Collectors.toSet());
    }
}

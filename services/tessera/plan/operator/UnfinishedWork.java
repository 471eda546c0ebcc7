package tessera.plan.operator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.model.DurationText;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ReleaseObject;
import tessera.plan.context.UnfinishedRevision;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.plan.model.PlannedStep;
import tessera.plan.operator.ReleaseAccess.ManifestObject;
import tessera.plan.step.PlanStep;

/**
 * What Helm has begun with a release and not ended, and the way out of it: Helm forgets what it noted of that, and writes
 * an earlier revision anew.
 */
final class UnfinishedWork {

    /** Hooks of a chart may take five minutes each before Helm gives up; who asks for more is told so. */
    private static final Duration YOUNG = Duration.ofMinutes(15);

    private UnfinishedWork() {}

    static String headline(ReleaseObject release) {
        return "Helm has begun something with %s and not ended it: %s".formatted(release.name(), release.status());
    }

    /** Why nothing else may be begun meanwhile; empty where it may. */
    static Optional<Problem> refusal(ReleaseIntent intent, ReleaseSurvey survey) {
        var pending = survey.release().filter(ReleaseObject::pending);
        if (pending.isEmpty() || intent instanceof ReleaseIntent.UninstallRelease
                || (intent instanceof ReleaseIntent.RollBackRelease && settled(survey).isPresent())) {
            return Optional.empty();
        }
        var name = intent.release();
        var release = pending.get();
        if (release.status().equals("uninstalling")) {
            return Optional.of(Problem.of(ProblemKind.CONFLICT, headline(release))
                    .withRemedy(
                            "Wait until it ends. If nobody is at it any more, uninstall it again, which removes what is "
                                    + "left of it: " + new ReleaseIntent.UninstallRelease(name).command()));
        }
        if (survey.unfinished().isEmpty()) {
            return Optional
                    .of(Problem.of(ProblemKind.CONFLICT, "Helm ended what it had begun with %s (%s) just now".formatted(
                            release.name(), release.status())).withRemedy("Plan again."));
        }
        var way = settled(survey).map(revision -> "have Helm forget it and roll back to revision %d: %s".formatted(
                revision, new ReleaseIntent.RollBackRelease(name, revision).command()))
                .orElseGet(() -> "uninstall it, as there is no revision to go back to: "
                        + new ReleaseIntent.UninstallRelease(name).command());
        return Optional.of(Problem.of(ProblemKind.CONFLICT, headline(release))
                .withRemedy("Wait until it ends. If nobody is at it any more, " + way));
    }

    /** The newest revision that would be left once Helm forgot those that it has not ended; empty where none would. */
    static Optional<Integer> settled(ReleaseSurvey survey) {
        if (survey.unfinished().isEmpty()) {
            return survey.release().filter(release -> !release.pending()).map(ReleaseObject::revision);
        }
        int oldest = survey.unfinished().getLast().number();
        return survey.release().stream().flatMap(release -> release.history().stream())
                .filter(number -> number < oldest).findFirst();
    }

    static PlannedStep forgotten(ReleaseName name, UnfinishedRevision revision) {
        return new PlannedStep(new PlanStep.Delete(revision.secret(), revision.uid(), revision.version(), null),
                "Have Helm forget revision %d of %s (%s)".formatted(revision.number(), name, revision.status()),
                "Helm has forgotten the revision %d that it had not ended: %s is gone".formatted(revision.number(),
                        revision.secret()),
                Optional.empty());
    }

    /** What to think of before Helm is made to forget a revision, each a sentence without a full stop. */
    static List<String> warnings(ReleaseSurvey survey) {
        return survey.unfinished().stream().map(revision -> {
            var age = revision.begun().map(begun -> age(begun, survey.now()));
            boolean young = age.isEmpty() || age.get().compareTo(YOUNG) < 0;
            return "Helm began revision %d (%s) %s%s and has not ended it: %s. What it has noted of that is removed, and nothing brings it back"
                    .formatted(revision.number(), revision.status(),
                            age.map(UnfinishedWork::ago).orElse("at a time that is not known"),
                            revision.writer().isEmpty() ? "" : ", run by " + revision.writer() + ",",
                            young ? "somebody may be at it still, perhaps with another console, and would be cut short"
                                    : "make sure that nobody is at it any more");
        }).toList();
    }

    private static Duration age(Instant begun, Instant now) {
        return begun.isAfter(now) ? Duration.ZERO : Duration.between(begun, now);
    }

    private static String ago(Duration age) {
        return DurationText.words(age) + " ago";
    }

    /** What a revision may have made that the one that is gone back to does not have: Helm no longer knows of it. */
    static Optional<String> leftovers(ReleaseObject newest, ReleaseObject target) throws Failure {
        var kept = new HashSet<>(made(target));
        var left = new ArrayList<String>();
        made(newest).stream().filter(each -> !kept.contains(each))
                .forEach(each -> left.add(each.kind() + " " + each.name()));
        return left.isEmpty() ? Optional.empty()
                : Optional
                        .of("Revision %d does not have %s: what revision %d has made of it stays, and nobody removes it"
                                .formatted(target.revision(), String.join(", ", left), newest.revision()));
    }

    private static Set<ManifestObject> made(ReleaseObject release) throws Failure {
        return ReleaseAccess.objects(release.manifest()).stream()
                .map(object -> ManifestObject.of(object, release.name().namespace())).collect(Collectors.toSet());
    }
}

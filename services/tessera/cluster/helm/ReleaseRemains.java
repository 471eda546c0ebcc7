package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.ReleaseObject;
import tessera.plan.step.HelmWork;

/** How a release stands whose change was begun and not ended, which of its hooks are still there, and how to go on. */
record ReleaseRemains(ServerRoute way, HelmReleases releases) {

    /** Each a sentence without a full stop. */
    List<String> of(HelmWork work) throws InterruptedException {
        var words = new ArrayList<String>();
        var release = work.release();
        try {
            var now = releases.release(release, Optional.empty());
            if (now.isEmpty()) {
                return List.of("Helm has noted no release " + release);
            }
            words.add("Helm has noted revision %d of %s as %s".formatted(now.get().revision(), release,
                    now.get().status()));
            for (var hook : HelmYaml.objects(PrivateDirectory.hooks(releases.record(release, now.get().revision())))) {
                left(hook, release.namespace()).ifPresent(words::add);
            }
            words.add(wayOut(work));
        } catch (Failure failure) {
            words.add("How %s stands could not be read: %s".formatted(release, failure.problem().headline()));
        }
        return words;
    }

    /** How to go on, as a sentence without a full stop. */
    String wayOut(HelmWork work) throws InterruptedException {
        var release = work.release();
        return switch (work) {
            case HelmWork.HelmInstall _ ->
                "Remove what was installed: helm uninstall %s -n %s".formatted(release.name(),
                        release.namespace());
            case HelmWork.HelmUninstall _ ->
                "Uninstall it again: helm uninstall %s -n %s, with --no-hooks where a hook cannot end".formatted(
                        release.name(), release.namespace());
            case HelmWork.HelmUpgrade _,HelmWork.Revalue _,HelmWork.HelmRollback _ -> {
                int revision = sound(work);
                yield "Go back to revision %d: helm rollback %s %d -n %s".formatted(revision, release.name(), revision,
                        release.namespace());
            }
        };
    }

    /** The newest revision that did not fail; the one that was there before, where that cannot be read. */
    private int sound(HelmWork work) throws InterruptedException {
        try {
            return releases.release(work.release(), Optional.empty()).flatMap(ReleaseObject::sound)
                    .orElse(work.planned());
        } catch (Failure _) {
            return work.planned();
        }
    }

    /** Only what runs: of the rest nothing is under way. */
    private Optional<String> left(ObjectNode hook, String elsewhere) throws Failure, InterruptedException {
        var kind = hook.path("kind").asText();
        if (!kind.equals("Job") && !kind.equals("Pod")) {
            return Optional.empty();
        }
        var object = new ObjectRef(hook.path("apiVersion").asText(), kind, kind.toLowerCase(Locale.ROOT) + "s",
                hook.at("/metadata/namespace").asText(elsewhere), hook.at("/metadata/name").asText());
        try {
            var now = new ObjectLists(way).read(ApiPaths.of(object), "read a hook");
            return Optional.of("The hook %s %s/%s %s: kubectl delete %s %s -n %s".formatted(kind, object.namespace(),
                    object.name(), over(now) ? "is still there" : "still runs", kind.toLowerCase(Locale.ROOT),
                    object.name(), object.namespace()));
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    private static boolean over(JsonNode hook) {
        var phase = hook.at("/status/phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed") || hook.at("/status/conditions").valueStream()
                .anyMatch(each -> each.path("status").asText().equals("True")
                        && (each.path("type").asText().equals("Complete")
                                || each.path("type").asText().equals("Failed")));
    }
}

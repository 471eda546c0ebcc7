package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.step.HelmOperation;

/** Reader of the state of an unfinished release change: its status, the hooks still there, and how to go on. */
record UnfinishedHelmOperationReader(ApiTransportSupplier transportSupplier, HelmReleaseAndChartReader releases) {

    /** Returns the remains of a piece of work, each a sentence without a full stop. */
    List<String> remainsOf(HelmOperation operation) throws InterruptedException {
        var texts = new ArrayList<String>();
        var release = operation.release();
        try {
            var now = releases.readRelease(release, Optional.empty());
            if (now.isEmpty()) {
                return List.of("Helm has noted no release " + release);
            }
            texts.add("Helm has noted revision %d of %s as %s".formatted(now.get().revision(), release,
                    now.get().status()));
            for (var hook : HelmManifestConverter
                    .parseManifest(
                            HelmTempDirectory.hookYaml(releases.releaseRecord(release, now.get().revision())))) {
                remainingHookText(hook, release.namespace()).ifPresent(texts::add);
            }
            texts.add(remedyText(operation));
        } catch (ProblemException problemException) {
            texts.add("How %s stands could not be read: %s".formatted(release, problemException.problem().headline()));
        }
        return texts;
    }

    /** Returns how to go on, as a sentence without a full stop. */
    String remedyText(HelmOperation operation) throws InterruptedException {
        var release = operation.release();
        return switch (operation) {
            case HelmOperation.HelmInstall _ ->
                "Remove what was installed: helm uninstall %s -n %s".formatted(release.name(),
                        release.namespace());
            case HelmOperation.HelmUninstall _ ->
                "Uninstall it again: helm uninstall %s -n %s, with --no-hooks where a hook cannot end".formatted(
                        release.name(), release.namespace());
            case HelmOperation.HelmUpgrade _,HelmOperation.HelmValuesUpgrade _,HelmOperation.HelmRollback _ -> {
                int revision = lastGoodRevision(operation);
                yield "Go back to revision %d: helm rollback %s %d -n %s".formatted(revision, release.name(), revision,
                        release.namespace());
            }
        };
    }

    /** Returns the newest revision that did not fail, or the planned one where that cannot be read. */
    private int lastGoodRevision(HelmOperation operation) throws InterruptedException {
        try {
            return releases.readRelease(operation.release(), Optional.empty())
                    .flatMap(HelmReleaseRevision::lastGoodRevision)
                    .orElse(operation.planned());
        } catch (ProblemException _) {
            return operation.planned();
        }
    }

    /** Returns a text for a hook Job or pod that still exists; empty for all else, where nothing can be under way. */
    private Optional<String> remainingHookText(ObjectNode hook, String elsewhere)
            throws ProblemException, InterruptedException {
        var kind = hook.path("kind").asText();
        if (!kind.equals("Job") && !kind.equals("Pod")) {
            return Optional.empty();
        }
        var object = new ObjectRef(hook.path("apiVersion").asText(), kind, kind.toLowerCase(Locale.ROOT) + "s",
                hook.at("/metadata/namespace").asText(elsewhere), hook.at("/metadata/name").asText());
        try {
            var now = new ApiObjectReader(transportSupplier).readJson(ApiPathBuilder.objectPath(object), "read a hook");
            return Optional.of("The hook %s %s/%s %s: kubectl delete %s %s -n %s".formatted(kind, object.namespace(),
                    object.name(), hasEnded(now) ? "is still there" : "still runs", kind.toLowerCase(Locale.ROOT),
                    object.name(), object.namespace()));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    private static boolean hasEnded(JsonNode hook) {
        var phase = hook.at("/status/phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed") || hook.at("/status/conditions").valueStream()
                .anyMatch(element -> element.path("status").asText().equals("True")
                        && (element.path("type").asText().equals("Complete")
                                || element.path("type").asText().equals("Failed")));
    }
}

package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.helm.HelmLibrary.Task;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.HelmWork;

/** Renderer of charts by Helm, against the live cluster: template lookups and the served kinds count. */
record ChartRenderer(ServerRoute route, HelmLibrary helm) {

    /** What Helm says where a revision of the release has not been ended. */
    private static final String BUSY = "another operation";

    /**
     * The manifest and the hooks that a chart renders.
     *
     * @param manifest without what is only there on the way
     * @param hooks    what is only there on the way
     */
    record RenderedChart(String manifest, String hooks) {

        static RenderedChart of(JsonNode record) {
            return new RenderedChart(record.path("manifest").asText(""), PrivateDirectory.hookYaml(record));
        }
    }

    /** Cache of the last rendering, which one preview uses several times. Any thread. */
    static final class RenderingCache {

        private @Nullable HelmWork operation;
        private @Nullable RenderedChart rendered;

        /** A supplier of a rendering. */
        @FunctionalInterface
        interface RenderingSource {
            RenderedChart render() throws Failure, InterruptedException;
        }

        /** Returns the cached rendering if it is of the same object; equal work may render differently in the next preview. */
        @SuppressWarnings("ReferenceEquality")
        synchronized RenderedChart renderOnce(HelmWork wanted, RenderingSource source)
                throws Failure, InterruptedException {
            var known = rendered;
            if (known == null || operation != wanted) {
                known = source.render();
                operation = wanted;
                rendered = known;
            }
            return known;
        }
    }

    RenderedChart render(Task task, HelmWork operation) throws Failure, InterruptedException {
        boolean fresh = operation instanceof HelmWork.HelmInstall;
        try {
            return renderAgainst(task, fresh);
        } catch (Failure failure) {
            if (!fresh && failure.problem().detail().contains(BUSY)) {
                // That it cannot be done as it stands is told by the plan; what the chart makes is of interest all the same.
                return renderAgainst(task, true);
            }
            throw failure;
        }
    }

    private RenderedChart renderAgainst(Task task, boolean fresh) throws Failure, InterruptedException {
        var rehearsal = new HelmRehearsal(route, fresh, HelmYaml.parseManifest(helm.crdYaml(task.chart())));
        try (var door = HelmApiProxy.open(route, /* renews= */ false, rehearsal)) {
            var kubeconfig = door.kubeconfig(task.release().namespace());
            try {
                if (fresh) {
                    helm.rehearseInstall(task, kubeconfig);
                } else {
                    helm.rehearseUpgrade(task, kubeconfig);
                }
            } catch (Failure failure) {
                return rehearsal.releaseRecord().map(RenderedChart::of)
                        .orElseThrow(() -> door.firstRefusal().map(problem -> new Failure(problem, failure))
                                .orElse(failure));
            }
            throw new Failure(
                    Problem.of(ProblemKind.UNEXPECTED, "Helm did not note what it would make of " + task.release()));
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}

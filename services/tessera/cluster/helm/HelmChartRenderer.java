package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.helm.HelmLibrary.HelmCommandInput;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.HelmOperation;

/** Renderer of charts by Helm, against the live cluster: template lookups and the served kinds count. */
record HelmChartRenderer(ApiTransportSupplier route, HelmLibrary helm) {

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
            return new RenderedChart(record.path("manifest").asText(""), PrivateTempDirectory.hookYaml(record));
        }
    }

    /** Cache of the last rendering, which one preview uses several times. Any thread. */
    static final class RenderingCache {

        private @Nullable HelmOperation operation;
        private @Nullable RenderedChart rendered;

        /** A supplier of a rendering. */
        @FunctionalInterface
        interface ChartRenderingSupplier {
            RenderedChart render() throws ProblemException, InterruptedException;
        }

        /** Returns the cached rendering if it is of the same object; equal work may render differently in the next preview. */
        @SuppressWarnings("ReferenceEquality")
        synchronized RenderedChart renderOnce(HelmOperation wanted, ChartRenderingSupplier source)
                throws ProblemException, InterruptedException {
            var known = rendered;
            if (known == null || operation != wanted) {
                known = source.render();
                operation = wanted;
                rendered = known;
            }
            return known;
        }
    }

    RenderedChart render(HelmCommandInput helmCommandInput, HelmOperation operation)
            throws ProblemException, InterruptedException {
        boolean fresh = operation instanceof HelmOperation.HelmInstall;
        try {
            return renderAgainst(helmCommandInput, fresh);
        } catch (ProblemException problemException) {
            if (!fresh && problemException.problem().detail().contains(BUSY)) {
                // That it cannot be done as it stands is told by the plan; what the chart makes is of interest all the same.
                return renderAgainst(helmCommandInput, true);
            }
            throw problemException;
        }
    }

    private RenderedChart renderAgainst(HelmCommandInput helmCommandInput, boolean fresh)
            throws ProblemException, InterruptedException {
        var rehearsal = new HelmDryRun(route, fresh,
                HelmYamlConverter.parseManifest(helm.crdYaml(helmCommandInput.chart())));
        try (var door = HelmApiProxy.open(route, /* renews= */ false, rehearsal)) {
            var kubeconfig = door.kubeconfig(helmCommandInput.release().namespace());
            try {
                if (fresh) {
                    helm.rehearseInstall(helmCommandInput, kubeconfig);
                } else {
                    helm.rehearseUpgrade(helmCommandInput, kubeconfig);
                }
            } catch (ProblemException problemException) {
                return rehearsal.releaseRecord().map(RenderedChart::of)
                        .orElseThrow(() -> door.firstRefusal()
                                .map(problem -> new ProblemException(problem, problemException))
                                .orElse(problemException));
            }
            throw new ProblemException(
                    Problem.of(ProblemKind.UNEXPECTED,
                            "Helm did not note what it would make of " + helmCommandInput.release()));
        } catch (IOException e) {
            throw new ProblemException(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}

package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tessera.cluster.helm.HelmLibraryClient.HelmCommandInput;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.HelmOperation;

/** Renderer of charts by Helm, against the live cluster: template lookups and the served kinds count. */
record HelmChartRenderer(ApiTransportSupplier transportSupplier, HelmLibraryClient helm) {

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
        synchronized RenderedChart renderOnce(HelmOperation helmOperation, ChartRenderingSupplier source)
                throws ProblemException, InterruptedException {
            var renderedChart = rendered;
            if (renderedChart == null || operation != helmOperation) {
                renderedChart = source.render();
                operation = helmOperation;
                rendered = renderedChart;
            }
            return renderedChart;
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
        var rehearsal = new HelmDryRun(transportSupplier, fresh,
                HelmManifestConverter.parseManifest(helm.crdYaml(helmCommandInput.chart())));
        try (var proxy = HelmApiProxy.open(transportSupplier, /* renews= */ false, rehearsal)) {
            var kubeconfig = proxy.kubeconfig(helmCommandInput.release().namespace());
            try {
                if (fresh) {
                    helm.rehearseInstall(helmCommandInput, kubeconfig);
                } else {
                    helm.rehearseUpgrade(helmCommandInput, kubeconfig);
                }
            } catch (ProblemException problemException) {
                return rehearsal.releaseRecord().map(RenderedChart::of)
                        .orElseThrow(() -> proxy.firstRefusal()
                                .map(problem -> new ProblemException(problem, problemException))
                                .orElse(problemException));
            }
            throw new ProblemException(
                    Problem.of(OperationProblemKind.UNEXPECTED,
                            "Helm did not note what it would make of " + helmCommandInput.release()));
        } catch (IOException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, "Could not open a way for Helm")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}

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
    record RenderedHelmChart(String manifest, String hooks) {

        static RenderedHelmChart of(JsonNode record) {
            return new RenderedHelmChart(record.path("manifest").asText(""), HelmTempDirectory.hookYaml(record));
        }
    }

    /** Cache of the last rendering, which one preview uses several times. Any thread. */
    static final class HelmRenderingCache {

        private @Nullable HelmOperation operation;
        private @Nullable RenderedHelmChart rendered;

        /** A supplier of a rendering. */
        @FunctionalInterface
        interface HelmRenderingSupplier {
            RenderedHelmChart render() throws ProblemException, InterruptedException;
        }

        /** Returns the cached rendering if it is of the same object; equal work may render differently in the next preview. */
        @SuppressWarnings("ReferenceEquality")
        synchronized RenderedHelmChart renderOnce(HelmOperation helmOperation, HelmRenderingSupplier source)
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

    RenderedHelmChart render(HelmCommandInput helmCommandInput, HelmOperation operation)
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

    private RenderedHelmChart renderAgainst(HelmCommandInput helmCommandInput, boolean fresh)
            throws ProblemException, InterruptedException {
        var rehearsal = new HelmDryRunRequestFilter(transportSupplier, fresh,
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
                return rehearsal.releaseRecord().map(RenderedHelmChart::of)
                        .orElseThrow(() -> rendererFailure(proxy, problemException));
            }
            throw new ProblemException(OperationProblemKind.UNEXPECTED,
                    new HelmReason.HelmDryRunUnrecorded(helmCommandInput.release().toString()));
        } catch (IOException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.UNEXPECTED, new HelmReason.HelmProxyFailed())
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }

    private static ProblemException rendererFailure(HelmApiProxy proxy, ProblemException problemException) {
        return proxy.firstRefusal().map(problem -> new ProblemException(problem, problemException))
                .orElse(problemException);
    }
}

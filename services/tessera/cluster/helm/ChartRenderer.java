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

/** Renders charts by Helm itself for the cluster as it is: what they look up there, and which kinds it knows, counts. */
record ChartRenderer(ServerRoute way, HelmLibrary helm) {

    /** What Helm says where a revision of the release has not been ended. */
    private static final String BUSY = "another operation";

    /**
     * What a chart makes.
     *
     * @param manifest without what is only there on the way
     * @param hooks    what is only there on the way
     */
    record RenderedChart(String manifest, String hooks) {

        static RenderedChart of(JsonNode record) {
            return new RenderedChart(record.path("manifest").asText(""), PrivateDirectory.hooks(record));
        }
    }

    /** The last rendering, as one preview asks for it several times. Any thread. */
    static final class Last {

        private @Nullable HelmWork work;
        private @Nullable RenderedChart rendered;

        /** A way to a rendering. */
        @FunctionalInterface
        interface RenderingSource {
            RenderedChart render() throws Failure, InterruptedException;
        }

        /** Work is the same only where it is the same object: what it names may be another by the next preview. */
        @SuppressWarnings("ReferenceEquality")
        synchronized RenderedChart of(HelmWork wanted, RenderingSource source) throws Failure, InterruptedException {
            var known = rendered;
            if (known == null || work != wanted) {
                known = source.render();
                work = wanted;
                rendered = known;
            }
            return known;
        }
    }

    RenderedChart render(Task task, HelmWork work) throws Failure, InterruptedException {
        boolean fresh = work instanceof HelmWork.HelmInstall;
        try {
            return render(task, fresh);
        } catch (Failure failure) {
            if (!fresh && failure.problem().detail().contains(BUSY)) {
                // That it cannot be done as it stands is told by the plan; what the chart makes is of interest all the same.
                return render(task, true);
            }
            throw failure;
        }
    }

    private RenderedChart render(Task task, boolean fresh) throws Failure, InterruptedException {
        var rehearsal = new HelmRehearsal(way, fresh, HelmYaml.objects(helm.definitions(task.chart())));
        try (var door = HelmApiProxy.open(way, /* renews= */ false, rehearsal)) {
            var kubeconfig = door.kubeconfig(task.release().namespace());
            try {
                if (fresh) {
                    helm.rehearseInstall(task, kubeconfig);
                } else {
                    helm.rehearseUpgrade(task, kubeconfig);
                }
            } catch (Failure failure) {
                return rehearsal.noted().map(RenderedChart::of)
                        .orElseThrow(() -> door.refused().map(why -> new Failure(why, failure)).orElse(failure));
            }
            throw new Failure(
                    Problem.of(ProblemKind.UNEXPECTED, "Helm did not note what it would make of " + task.release()));
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "Could not open a way for Helm")
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }
}

package tessera.plan.intent;

import java.util.ArrayList;
import java.util.List;
import tessera.model.ShellWord;

/** Something that somebody wants of the release that installs the GPU stack. */
public sealed interface ReleaseIntent extends ChangeIntent {

    ReleaseName release();

    /** What follows the verb on the command line, beside the release. */
    List<String> arguments();

    @Override
    default String command() {
        var words = new ArrayList<>(
                List.of("tessera", "plan", "operator", verb().substring("operator ".length()), "--release",
                        release().name(), "--namespace", release().namespace()));
        words.addAll(arguments());
        return String.join(" ", words.stream().map(ShellWord::quoted).toList());
    }

    /** The name of a file with values is not known here; who reads the command has to put it in. */
    private static List<String> of(ChartSource chart, String values) {
        var words = new ArrayList<>(List.of("--chart", chart.chart()));
        if (!chart.repository().isEmpty()) {
            words.addAll(List.of("--repo", chart.repository()));
        }
        if (!chart.version().isEmpty()) {
            words.addAll(List.of("--chart-version", chart.version()));
        }
        if (!values.isBlank()) {
            words.addAll(List.of("--values", "values.yaml"));
        }
        return words;
    }

    /**
     * A stack where there is none.
     *
     * @param values YAML that overrides the chart's defaults; empty for none
     */
    record InstallRelease(ReleaseName release, ChartSource chart, String values) implements ReleaseIntent {

        @Override
        public String verb() {
            return "operator install";
        }

        @Override
        public String words() {
            return "Install " + release + " from " + chart.words();
        }

        @Override
        public List<String> arguments() {
            return of(chart, values);
        }
    }

    /**
     * Another chart, or another version of it, with fresh defaults.
     *
     * @param values YAML that overrides them; empty for what was set in the release as it is
     */
    record UpgradeRelease(ReleaseName release, ChartSource chart, String values) implements ReleaseIntent {

        @Override
        public String verb() {
            return "operator upgrade";
        }

        @Override
        public String words() {
            return "Upgrade " + release + " to " + chart.words();
        }

        @Override
        public List<String> arguments() {
            return of(chart, values);
        }
    }

    /**
     * Other values with the chart as it is.
     *
     * @param chart  the same chart; none where it is to be taken from Helm's record
     * @param values YAML, laid over what was set before
     */
    record SetValues(ReleaseName release, ChartSource chart, String values) implements ReleaseIntent {

        /** The chart that Helm has noted. */
        public static final ChartSource RECORDED = new ChartSource("", "", "");

        @Override
        public String verb() {
            return "operator values";
        }

        @Override
        public String words() {
            return "Change values of " + release;
        }

        @Override
        public List<String> arguments() {
            return chart.equals(RECORDED) ? List.of("--values", "values.yaml") : of(chart, values);
        }
    }

    /** What was deployed before. */
    record RollBackRelease(ReleaseName release, int revision) implements ReleaseIntent {

        @Override
        public String verb() {
            return "operator rollback";
        }

        @Override
        public String words() {
            return "Roll " + release + " back to revision " + revision;
        }

        @Override
        public List<String> arguments() {
            return List.of("--to", Integer.toString(revision));
        }
    }

    /**
     * The proof that pods get a GPU that works.
     *
     * @param node  on which; empty for any with a free one
     * @param image that the pod runs; empty for the one by which the operator validates
     */
    record Validate(ReleaseName release, String node, String image) implements ReleaseIntent {

        @Override
        public String verb() {
            return "operator validate";
        }

        @Override
        public String words() {
            return "Run nvidia-smi in a pod " + (node.isEmpty() ? "that is given a GPU" : "on " + node);
        }

        @Override
        public List<String> arguments() {
            var words = new ArrayList<String>();
            if (!node.isEmpty()) {
                words.addAll(List.of("--node", node));
            }
            if (!image.isEmpty()) {
                words.addAll(List.of("--image", image));
            }
            return words;
        }
    }

    /** No stack any more. */
    record UninstallRelease(ReleaseName release) implements ReleaseIntent {

        @Override
        public String verb() {
            return "operator uninstall";
        }

        @Override
        public String words() {
            return "Uninstall " + release;
        }

        @Override
        public List<String> arguments() {
            return List.of();
        }
    }
}

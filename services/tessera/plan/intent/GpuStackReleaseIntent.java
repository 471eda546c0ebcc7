package tessera.plan.intent;

import java.util.ArrayList;
import java.util.List;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;

/** An intent to change the Helm release of the GPU stack. */
public sealed interface GpuStackReleaseIntent extends ChangeIntent {

    MessageCatalog MESSAGES = MessageCatalog.of(GpuStackReleaseIntent.class);
    HelmReleaseNamespacedName release();

    /** Returns the command-line arguments after the verb, besides the release. */
    List<String> arguments();

    @Override
    default String commandLine() {
        var texts = new ArrayList<>(List.of("tessera", "plan", "operator", verb().substring("operator ".length()),
                "--release", release().name(), "--namespace", release().namespace()));
        texts.addAll(arguments());
        return String.join(" ", texts.stream().map(ShellWordQuoter::quote).toList());
    }

    /** Returns the arguments for a chart; the caller adds the values file, whose name is not known here. */
    private static List<String> chartArguments(HelmChartSource chart, String values) {
        var texts = new ArrayList<>(List.of("--chart", chart.chart()));
        if (!chart.repository().isEmpty()) {
            texts.addAll(List.of("--repo", chart.repository()));
        }
        if (!chart.version().isEmpty()) {
            texts.addAll(List.of("--chart-version", chart.version()));
        }
        if (!values.isBlank()) {
            texts.addAll(List.of("--values", "values.yaml"));
        }
        return texts;
    }

    /**
     * An intent to install a GPU stack.
     *
     * @param values YAML that overrides the chart's defaults; empty for none
     */
    record InstallReleaseIntent(HelmReleaseNamespacedName release, HelmChartSource chart,
            String values) implements GpuStackReleaseIntent {

        @Override
        public String verb() {
            return "operator install";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.install", release, chart.sourceText());
        }

        @Override
        public List<String> arguments() {
            return chartArguments(chart, values);
        }
    }

    /**
     * An intent to upgrade to another chart or version, with its new defaults.
     *
     * @param values YAML that overrides them; empty for what was set in the release as it is
     */
    record UpgradeReleaseIntent(HelmReleaseNamespacedName release, HelmChartSource chart,
            String values) implements GpuStackReleaseIntent {

        @Override
        public String verb() {
            return "operator upgrade";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.upgrade", release, chart.sourceText());
        }

        @Override
        public List<String> arguments() {
            return chartArguments(chart, values);
        }
    }

    /**
     * An intent to set other values with the same chart.
     *
     * @param chart  the same chart; none where it is to be taken from Helm's record
     * @param values YAML, laid over what was set before
     */
    record SetReleaseValuesIntent(HelmReleaseNamespacedName release, HelmChartSource chart,
            String values) implements GpuStackReleaseIntent {

        /** The chart that Helm has noted. */
        public static final HelmChartSource RECORDED = new HelmChartSource("", "", "");

        @Override
        public String verb() {
            return "operator values";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.values", release);
        }

        @Override
        public List<String> arguments() {
            if (chart.equals(RECORDED)) {
                return List.of("--values", "values.yaml");
            }
            return chartArguments(chart, values);
        }
    }

    /** An intent to roll back to an earlier revision. */
    record RollBackReleaseIntent(HelmReleaseNamespacedName release, int revision) implements GpuStackReleaseIntent {

        @Override
        public String verb() {
            return "operator rollback";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.rollback", release, revision);
        }

        @Override
        public List<String> arguments() {
            return List.of("--to", Integer.toString(revision));
        }
    }

    /**
     * An intent to prove that pods get a working GPU.
     *
     * @param node  on which; empty for any with a free one
     * @param image that the pod runs; empty for the one by which the operator validates
     */
    record ProveGpuStackIntent(HelmReleaseNamespacedName release, String node,
            String image) implements GpuStackReleaseIntent {

        @Override
        public String verb() {
            return "operator validate";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.validate", node);
        }

        @Override
        public List<String> arguments() {
            var texts = new ArrayList<String>();
            if (!node.isEmpty()) {
                texts.addAll(List.of("--node", node));
            }
            if (!image.isEmpty()) {
                texts.addAll(List.of("--image", image));
            }
            return texts;
        }
    }

    /** An intent to uninstall the GPU stack. */
    record UninstallReleaseIntent(HelmReleaseNamespacedName release) implements GpuStackReleaseIntent {

        @Override
        public String verb() {
            return "operator uninstall";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("release.uninstall", release);
        }

        @Override
        public List<String> arguments() {
            return List.of();
        }
    }
}

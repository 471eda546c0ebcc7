package tessera.plan.step;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.ShellWord;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;

/** One piece of work for Helm. */
public sealed interface HelmWork {

    ReleaseName release();

    /** The newest revision when it was planned; 0 for none. It is not done once there is a newer one. */
    int planned();

    /** How one would do it with the helm command. */
    String command();

    /** What one must be allowed to do, as far as every chart of this kind needs it. */
    List<Access> needs();

    private static String line(ReleaseName release, List<String> words) {
        var line = new ArrayList<>(List.of("helm"));
        line.addAll(words);
        line.addAll(List.of("-n", release.namespace()));
        return String.join(" ", line);
    }

    private static List<String> told(ChartSource chart, String values) {
        var words = new ArrayList<>(chart.arguments().stream()
                .map(ShellWord::quoted).toList());
        if (!values.isBlank()) {
            words.addAll(List.of("-f", "values.yaml"));
        }
        return words;
    }

    private static List<Access> access(ReleaseName release, String verb, String record) {
        var inside = release.namespace();
        return Stream.concat(
                Stream.of(object("v1", "secrets", inside)).map(each -> Access.to(record, each, "").ofAny()),
                Stream.of(object("v1", "serviceaccounts", inside), object("apps/v1", "deployments", inside),
                        object("apps/v1", "daemonsets", inside),
                        object("rbac.authorization.k8s.io/v1", "clusterroles", ""),
                        object("rbac.authorization.k8s.io/v1", "clusterrolebindings", ""),
                        object("nvidia.com/v1", "clusterpolicies", ""))
                        .map(each -> Access.to(verb, each, "").ofAny()))
                .toList();
    }

    private static ObjectRef object(String version, String resource, String namespace) {
        return new ObjectRef(version, "", resource, namespace, "");
    }

    /**
     * A release that is not there yet.
     *
     * @param values YAML that overrides the chart's; empty for none
     */
    record Install(ReleaseName release, ChartSource chart, String values) implements HelmWork {

        @Override
        public int planned() {
            return 0;
        }

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("install", release.name()));
            words.addAll(told(chart, values));
            return line(release, words);
        }

        @Override
        public List<Access> needs() {
            var needs = new ArrayList<>(access(release, "create", "create"));
            needs.add(Access.to("create",
                    object("apiextensions.k8s.io/v1", "customresourcedefinitions", ""), "").ofAny());
            return needs;
        }
    }

    /**
     * Another revision from a chart, with its defaults afresh.
     *
     * @param values YAML that overrides them; empty for none
     */
    record Upgrade(ReleaseName release, int planned, ChartSource chart, String values) implements HelmWork {

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("upgrade", release.name()));
            words.addAll(told(chart, values));
            words.addAll(List.of("--reset-values", "--disable-openapi-validation"));
            return line(release, words);
        }

        @Override
        public List<Access> needs() {
            return access(release, "patch", "create");
        }
    }

    /**
     * Another revision from the chart that Helm has noted, with other values.
     *
     * @param values YAML that overrides the chart's
     */
    record Revalue(ReleaseName release, int planned, String values) implements HelmWork {

        @Override
        public String command() {
            return line(release, List.of("upgrade", release.name(), "CHART", "-f", "values.yaml", "--reset-values"));
        }

        @Override
        public List<Access> needs() {
            return access(release, "patch", "create");
        }
    }

    /** Another revision that is as an earlier one was. */
    record RollBack(ReleaseName release, int planned, int revision) implements HelmWork {

        @Override
        public String command() {
            return line(release, List.of("rollback", release.name(), Integer.toString(revision)));
        }

        @Override
        public List<Access> needs() {
            return access(release, "patch", "create");
        }
    }

    /** The release gone, with all that it made but its definitions of kinds. */
    record Uninstall(ReleaseName release, int planned) implements HelmWork {

        @Override
        public String command() {
            return line(release, List.of("uninstall", release.name()));
        }

        @Override
        public List<Access> needs() {
            return access(release, "delete", "delete");
        }
    }
}

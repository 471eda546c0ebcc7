package tessera.plan.step;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.RequiredPermission;
import tessera.model.ShellWordQuoter;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;

/** A Helm operation. */
public sealed interface HelmOperation {

    /** The annotation of what is only there on the way; its value says when. */
    String HOOK = "helm.sh/hook";

    /** Returns whether Helm keeps an object that the release no longer contains. */
    static boolean keepsObject(JsonNode object) {
        return object.at("/metadata/annotations").path("helm.sh/resource-policy").asText("").strip()
                .equalsIgnoreCase("keep");
    }

    HelmReleaseNamespacedName release();

    /** The phase of an operation in which hooks run. */
    enum HookPhase {
        INSTALL("install"),
        UPGRADE("upgrade"),
        ROLLBACK("rollback"),
        DELETE("delete");

        private final String name;

        HookPhase(String name) {
            this.name = name;
        }

        /** Returns whether a hook runs in this phase. */
        public boolean runsHook(String hook) {
            return occasions(hook).anyMatch(this::named);
        }

        /** When a hook runs, for work of another kind that stands for this: what runs now runs then, too, and no other does. */
        public String standingFor(HookPhase other, String hook) {
            return occasions(hook).filter(each -> !other.named(each))
                    .flatMap(each -> named(each) ? Stream.of(each, each.replace(name, other.name)) : Stream.of(each))
                    .collect(Collectors.joining(","));
        }

        private boolean named(String occasion) {
            return occasion.equals("pre-" + name) || occasion.equals("post-" + name);
        }

        private static Stream<String> occasions(String hook) {
            return Stream.of(hook.toLowerCase(Locale.ROOT).split(",", -1)).map(String::strip);
        }
    }

    /** Returns the phase whose hooks run. */
    default HookPhase hookPhase() {
        return switch (this) {
            case HelmInstall _ -> HookPhase.INSTALL;
            case HelmUninstall _ -> HookPhase.DELETE;
            case HelmUpgrade _,HelmValuesUpgrade _ -> HookPhase.UPGRADE;
            case HelmRollback _ -> HookPhase.ROLLBACK;
        };
    }

    /** Returns the newest revision at planning time; 0 for none. It is not done once there is a newer one. */
    int planned();

    /** Returns the equivalent helm command. */
    String commandLine();

    /** Returns the permissions that the operation requires regardless of the chart. */
    List<RequiredPermission> requiredAccess();

    private static String helmCommandLine(HelmReleaseNamespacedName release, List<String> texts) {
        var line = new ArrayList<>(List.of("helm"));
        line.addAll(texts);
        line.addAll(List.of("-n", release.namespace()));
        return String.join(" ", line);
    }

    private static List<String> chartArguments(HelmChartSource chart, String values) {
        var texts = new ArrayList<>(chart.arguments().stream().map(ShellWordQuoter::quote).toList());
        if (!values.isBlank()) {
            texts.addAll(List.of("-f", "values.yaml"));
        }
        return texts;
    }

    /** Returns the access to Helm's records; each revision is a Secret. */
    private static List<RequiredPermission> recordAccess(HelmReleaseNamespacedName release, String... verbs) {
        var secrets = new ObjectRef("v1", "Secret", "secrets", release.namespace(), "");
        return Stream.of(verbs).map(verb -> RequiredPermission.forObject(verb, secrets, "")).toList();
    }

    /**
     * The installation of a new release.
     *
     * @param values YAML that overrides the chart's; empty for none
     */
    record HelmInstall(HelmReleaseNamespacedName release, HelmChartSource chart,
            String values) implements HelmOperation {

        @Override
        public int planned() {
            return 0;
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("install", release.name()));
            texts.addAll(chartArguments(chart, values));
            return helmCommandLine(release, texts);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return recordAccess(release, "create", "update");
        }
    }

    /**
     * A new revision from a chart, with its new defaults.
     *
     * @param values YAML that overrides them; empty for none
     */
    record HelmUpgrade(HelmReleaseNamespacedName release, int planned, HelmChartSource chart,
            String values) implements HelmOperation {

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("upgrade", release.name()));
            texts.addAll(chartArguments(chart, values));
            texts.addAll(List.of("--reset-values", "--disable-openapi-validation"));
            return helmCommandLine(release, texts);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return recordAccess(release, "create", "update");
        }
    }

    /**
     * A new revision from the recorded chart, with other values.
     *
     * @param values YAML that overrides the chart's
     */
    record HelmValuesUpgrade(HelmReleaseNamespacedName release, int planned, String values) implements HelmOperation {

        @Override
        public String commandLine() {
            return helmCommandLine(release,
                    List.of("upgrade", release.name(), "CHART", "-f", "values.yaml", "--reset-values"));
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return recordAccess(release, "create", "update");
        }
    }

    /**
     * A new revision with the content of an earlier one.
     *
     * @param rewritesAll whether all of it is written anew, and not only what is otherwise than in the revision that Helm holds
     *             for deployed: what a revision changed that failed, or was not ended, is in no comparison of Helm's
     */
    record HelmRollback(HelmReleaseNamespacedName release, int planned, int revision,
            boolean rewritesAll) implements HelmOperation {

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("rollback", release.name(), Integer.toString(revision)));
            if (rewritesAll) {
                texts.add("--force");
            }
            return helmCommandLine(release, texts);
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return recordAccess(release, "create", "update");
        }
    }

    /**
     * The removal of a release and its objects, except CRDs.
     *
     * @param operator whether the release is the GPU operator, which replaces drivers
     */
    record HelmUninstall(HelmReleaseNamespacedName release, int planned, boolean operator) implements HelmOperation {

        @Override
        public String commandLine() {
            return helmCommandLine(release, List.of("uninstall", release.name()));
        }

        @Override
        public List<RequiredPermission> requiredAccess() {
            return recordAccess(release, "update", "delete");
        }
    }
}

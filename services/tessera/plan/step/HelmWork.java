package tessera.plan.step;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ObjectRef;
import tessera.model.ShellWord;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseName;

/** One piece of work for Helm. */
public sealed interface HelmWork {

    /** The annotation of what is only there on the way; its value says when. */
    String HOOK = "helm.sh/hook";

    /** Whether Helm leaves an object where it is when the release has it no more. */
    static boolean keeps(JsonNode object) {
        return object.at("/metadata/annotations").path("helm.sh/resource-policy").asText("").strip()
                .equalsIgnoreCase("keep");
    }

    ReleaseName release();

    /** When hooks run. */
    enum Occasion {
        INSTALL("install"),
        UPGRADE("upgrade"),
        ROLLBACK("rollback"),
        DELETE("delete");

        private final String name;

        Occasion(String name) {
            this.name = name;
        }

        /** Whether a hook runs then. */
        public boolean runs(String hook) {
            return occasions(hook).anyMatch(this::named);
        }

        /** When a hook runs, for work of another kind that stands for this: what runs now runs then, too, and no other does. */
        public String standingFor(Occasion other, String hook) {
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

    /** Which hooks run on the way. */
    default Occasion occasion() {
        return switch (this) {
            case HelmInstall _ -> Occasion.INSTALL;
            case HelmUninstall _ -> Occasion.DELETE;
            case HelmUpgrade _,Revalue _ -> Occasion.UPGRADE;
            case HelmRollback _ -> Occasion.ROLLBACK;
        };
    }

    /** The newest revision when it was planned; 0 for none. It is not done once there is a newer one. */
    int planned();

    /** How one would do it with the helm command. */
    String command();

    /** What one must be allowed to do whatever the chart makes. */
    List<StepAccess> needs();

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

    /** Of Helm's own record; each revision is a Secret. */
    private static List<StepAccess> records(ReleaseName release, String... verbs) {
        var secrets = new ObjectRef("v1", "Secret", "secrets", release.namespace(), "");
        return Stream.of(verbs).map(verb -> StepAccess.to(verb, secrets, "")).toList();
    }

    /**
     * A release that is not there yet.
     *
     * @param values YAML that overrides the chart's; empty for none
     */
    record HelmInstall(ReleaseName release, ChartSource chart, String values) implements HelmWork {

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
        public List<StepAccess> needs() {
            return records(release, "create", "update");
        }
    }

    /**
     * Another revision from a chart, with its defaults afresh.
     *
     * @param values YAML that overrides them; empty for none
     */
    record HelmUpgrade(ReleaseName release, int planned, ChartSource chart, String values) implements HelmWork {

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("upgrade", release.name()));
            words.addAll(told(chart, values));
            words.addAll(List.of("--reset-values", "--disable-openapi-validation"));
            return line(release, words);
        }

        @Override
        public List<StepAccess> needs() {
            return records(release, "create", "update");
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
        public List<StepAccess> needs() {
            return records(release, "create", "update");
        }
    }

    /**
     * Another revision that is as an earlier one was.
     *
     * @param anew whether all of it is written anew, and not only what is otherwise than in the revision that Helm holds
     *             for deployed: what a revision changed that failed, or was not ended, is in no comparison of Helm's
     */
    record HelmRollback(ReleaseName release, int planned, int revision, boolean anew) implements HelmWork {

        @Override
        public String command() {
            var words = new ArrayList<>(List.of("rollback", release.name(), Integer.toString(revision)));
            if (anew) {
                words.add("--force");
            }
            return line(release, words);
        }

        @Override
        public List<StepAccess> needs() {
            return records(release, "create", "update");
        }
    }

    /**
     * The release gone, with all that it made but its definitions of kinds.
     *
     * @param operator whether the release is the GPU operator, which replaces drivers
     */
    record HelmUninstall(ReleaseName release, int planned, boolean operator) implements HelmWork {

        @Override
        public String command() {
            return line(release, List.of("uninstall", release.name()));
        }

        @Override
        public List<StepAccess> needs() {
            return records(release, "update", "delete");
        }
    }
}

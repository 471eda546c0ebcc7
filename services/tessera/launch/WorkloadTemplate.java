package tessera.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.manifest.ManifestEnvironment;

/**
 * A workload of which some things are left open.
 *
 * @param id          names it on the command line
 * @param description one sentence without a full stop
 * @param custom      what has to be installed, by {@code apiVersion/kind}; empty for kinds that every cluster has
 * @param supply      of what kind there has to be something that offers what it claims, by {@code apiVersion/kind/plural};
 *                    empty for none
 * @param text        YAML with places to be filled
 * @param older       the same for versions of what has to be installed that some clusters serve in its place, by version,
 *                    the newest first
 * @param settled     whether it says itself where it is made, be it where that is usual
 */
public record WorkloadTemplate(String id, String title, String description, String custom, String supply,
        List<TemplateParameter> parameters, String text, Map<String, String> older, boolean settled) {

    /** The parameter that says where it is made. */
    public static final String NAMESPACE = "namespace";
    private static final String NAME = "name";
    private static final Pattern SERVICE = Pattern.compile("(?m)^apiVersion: v1\\nkind: Service$");
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final String KNATIVE = "serving.knative.dev/";
    private static final String USUAL_NAMESPACE = "default";

    public WorkloadTemplate {
        parameters = List.copyOf(parameters);
        older = Collections.unmodifiableMap(new LinkedHashMap<>(older));
    }

    /**
     * A template that was filled in.
     *
     * @param command  what names it on the command line: the template, and what was set but the namespace
     * @param settings every parameter, also those that nobody set
     * @param notes    why something is as it is, each a sentence without a full stop
     */
    public record FilledTemplate(String yaml, List<String> command, Map<String, String> settings, List<String> notes) {

        public FilledTemplate {
            command = List.copyOf(command);
            settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
            notes = List.copyOf(notes);
        }

        /** Where it is made. */
        public String namespace() {
            return settings.getOrDefault(NAMESPACE, USUAL_NAMESPACE);
        }
    }

    /** The version of what has to be installed. */
    public String version() {
        return custom.substring(0, Math.max(custom.lastIndexOf('/'), 0));
    }

    /** The kind of what has to be installed. */
    public String kind() {
        return custom.substring(custom.lastIndexOf('/') + 1);
    }

    /** The kind as people call it who know another of that name, e.g. “Knative Service”. */
    public String called() {
        return version().startsWith(KNATIVE) ? "Knative " + kind() : kind();
    }

    /** The same in the newest version that a cluster serves; as it is where it serves none that is known. */
    public WorkloadTemplate served(List<String> versions) {
        return versions.contains(version()) ? this
                : older.entrySet().stream().filter(each -> versions.contains(each.getKey())).findFirst()
                        .map(each -> new WorkloadTemplate(id, title, description, each.getKey() + "/" + kind(),
                                supply.replace(version() + "/", each.getKey() + "/"), parameters, each.getValue(),
                                Map.of(), settled))
                        .orElse(this);
    }

    /**
     * What a cluster lacks for it, to be read behind “is”; empty where it lacks nothing.
     *
     * @param versions in which the cluster knows the kind
     * @param supplied whether there is anything that offers what it claims
     */
    public Optional<String> lack(List<String> versions, boolean supplied) {
        if (!versions.contains(version())) {
            return Optional.of(versions.isEmpty() ? "not installed"
                    : "served as %s only".formatted(String.join(" and ", versions)));
        }
        var parts = List.of(supply.split("/", -1));
        return supplied || supply.isEmpty() ? Optional.empty()
                : Optional.of("served, but there is no %s to claim from".formatted(parts.get(parts.size() - 2)));
    }

    /** The same settings with where it goes that says nothing of that, as the user of a cluster has it; what it says itself stays. */
    public Map<String, String> at(String home, Map<String, String> settings) {
        var placed = new LinkedHashMap<>(settings);
        if (goesAnywhere() || !asksWhere()) {
            placed.putIfAbsent(NAMESPACE, home);
        }
        return placed;
    }

    /** Whether where it is made can be answered. */
    public boolean asksWhere() {
        return parameter(NAMESPACE).isPresent();
    }

    /** Whether it leaves open where it is made, and says nothing of it either. */
    public boolean goesAnywhere() {
        return !settled && parameter(NAMESPACE).filter(asked -> asked.usual().equals(USUAL_NAMESPACE)).isPresent();
    }

    public Optional<TemplateParameter> parameter(String key) {
        return parameters.stream().filter(parameter -> parameter.key().equals(key)).findFirst();
    }

    /** What is wrong with some settings, by the parameter, in the words of a form: each goes by its title. */
    public Map<String, String> wrong(Map<String, String> settings) {
        return wrong(settings, TemplateParameter::fault);
    }

    private Map<String, String> wrong(Map<String, String> settings,
            BiFunction<TemplateParameter, String, Optional<String>> judge) {
        var wrong = new LinkedHashMap<String, String>();
        parameters.forEach(parameter -> judge
                .apply(parameter, settings.getOrDefault(parameter.key(), parameter.usual()))
                .ifPresent(why -> wrong.put(parameter.key(), why)));
        if (SERVICE.matcher(text).find() && DIGIT.matcher(settings.getOrDefault(NAME, "")).lookingAt()) {
            wrong.putIfAbsent(NAME, "Name has to begin with a letter, since a Service is called so");
        }
        if (wrong.isEmpty()) {
            parameters.forEach(parameter -> parameter.complaint(settings, parameter(parameter.floor()))
                    .ifPresent(why -> wrong.put(parameter.key(), why)));
        }
        return wrong;
    }

    /** What is wrong with some settings, each a sentence without a full stop. */
    public List<String> complaints(Map<String, String> settings) {
        var complaints = new ArrayList<String>();
        settings.keySet().stream().filter(key -> parameter(key).isEmpty())
                .forEach(key -> complaints.add("%s has no “%s”; it has %s".formatted(id, key,
                        String.join(", ", parameters.stream().map(TemplateParameter::key).toList()))));
        complaints.addAll(wrong(settings, TemplateParameter::complaint).values());
        return complaints;
    }

    /**
     * Fills it in.
     *
     * @param settings without complaints
     * @param cluster  what it is meant for; empty where that is not known
     */
    public FilledTemplate fill(Map<String, String> settings, Optional<ManifestEnvironment> cluster) {
        var all = new LinkedHashMap<String, String>();
        parameters.forEach(parameter -> all.put(parameter.key(),
                settings.getOrDefault(parameter.key(), parameter.usual())));
        Optional.ofNullable(settings.get(NAMESPACE)).ifPresent(home -> all.putIfAbsent(NAMESPACE, home));
        var placement = WorkloadPlacement.of(all, settings, cluster);
        all.replaceAll((key, value) -> key.equals("tolerations") ? placement.text() : value);
        var yaml = new TemplateBlank(text,
                parameters.stream().filter(TemplateParameter::bare).map(TemplateParameter::key)
                        .collect(Collectors.toUnmodifiableSet()))
                .fill(all, new TemplateBlocks(all, placement).all());
        return new FilledTemplate(yaml, command(settings), all, places() ? placement.notes() : List.of());
    }

    /** Whether it says where its pods go; those of some kinds leave that to a runtime, or may not say it everywhere. */
    private boolean places() {
        return text.contains("${%s}".formatted(TemplateBlocks.PLACEMENT));
    }

    private List<String> command(Map<String, String> settings) {
        var words = new ArrayList<>(List.of(id));
        settings.forEach((key, value) -> {
            if (!key.equals(NAMESPACE)) {
                words.addAll(List.of("--set", key + "=" + value));
            }
        });
        return words;
    }
}

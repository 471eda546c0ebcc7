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
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.text.MessageCatalog;

/**
 * A template of a workload with parameters.
 *
 * @param id          names it on the command line
 * @param description one sentence without a full stop
 * @param customKind      what has to be installed, by {@code apiVersion/kind}; empty for kinds that every cluster has
 * @param supplyKind      of what kind there has to be something that offers what it claims, by {@code apiVersion/kind/plural};
 *                    empty for none
 * @param text        YAML with places to be filled
 * @param olderTexts       the same for versions of what has to be installed that some clusters serve in its place, by version,
 *                    the newest first
 * @param hasFixedNamespace     whether it says itself where it is made, be it where that is usual
 */
public record WorkloadTemplate(String id, String title, String description, String customKind, String supplyKind,
        List<WorkloadTemplateParameter> parameters, String text, Map<String, String> olderTexts,
        boolean hasFixedNamespace) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplate.class);
    private static final String NAME = "name";
    private static final Pattern SERVICE = Pattern.compile("(?m)^apiVersion: v1\\nkind: Service$");
    private static final Pattern DIGIT = Pattern.compile("[0-9]");
    private static final String KNATIVE = "serving.knative.dev/";
    private static final String USUAL_NAMESPACE = "default";

    public WorkloadTemplate {
        parameters = List.copyOf(parameters);
        olderTexts = Collections.unmodifiableMap(new LinkedHashMap<>(olderTexts));
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

        /** Returns the namespace of its objects. */
        public String namespace() {
            return settings.getOrDefault(WorkloadTemplateParameter.NAMESPACE, USUAL_NAMESPACE);
        }
    }

    /** Returns the API version of the required custom resource. */
    public String apiVersion() {
        return customKind.substring(0, Math.max(customKind.lastIndexOf('/'), 0));
    }

    /** Returns the kind of the required custom resource. */
    public String kindName() {
        return customKind.substring(customKind.lastIndexOf('/') + 1);
    }

    /** Returns the kind by the name that tells it from another of the same name, e.g. “Knative Service”. */
    public String calledKind() {
        return apiVersion().startsWith(KNATIVE) ? "Knative " + kindName() : kindName();
    }

    /** Returns the template in the newest version that a cluster serves; unchanged if it serves none that is known. */
    public WorkloadTemplate forServedVersion(List<String> versions) {
        if (versions.contains(apiVersion())) {
            return this;
        }
        return olderTexts.entrySet().stream().filter(each -> versions.contains(each.getKey())).findFirst()
                .map(each -> new WorkloadTemplate(id, title, description, each.getKey() + "/" + kindName(),
                        supplyKind.replace(apiVersion() + "/", each.getKey() + "/"), parameters, each.getValue(),
                        Map.of(), hasFixedNamespace))
                .orElse(this);
    }

    /**
     * Returns what a cluster lacks for it, to be read after “is”; empty if it lacks nothing.
     *
     * @param versions in which the cluster knows the kind
     * @param supplied whether there is anything that offers what it claims
     */
    public Optional<String> lackText(List<String> versions, boolean supplied) {
        if (!versions.contains(apiVersion())) {
            return Optional
                    .of(versions.isEmpty() ? MESSAGES.text("lack.kind") : MESSAGES.text("lack.version", versions));
        }
        var parts = List.of(supplyKind.split("/", -1));
        if (supplied || supplyKind.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("lack.supply", parts.get(parts.size() - 2)));
    }

    /** Returns the settings with the user's namespace in the cluster, unless they name one. */
    public Map<String, String> withHomeNamespace(String home, Map<String, String> settings) {
        var placed = new LinkedHashMap<>(settings);
        if (isNamespaceOpen() || !asksNamespace()) {
            placed.putIfAbsent(WorkloadTemplateParameter.NAMESPACE, home);
        }
        return placed;
    }

    /** Returns whether its namespace is a parameter. */
    public boolean asksNamespace() {
        return findParameter(WorkloadTemplateParameter.NAMESPACE).isPresent();
    }

    /** Returns whether it leaves its namespace open and names none itself. */
    public boolean isNamespaceOpen() {
        return !hasFixedNamespace && findParameter(WorkloadTemplateParameter.NAMESPACE)
                .filter(parameter -> parameter.defaultValue().equals(USUAL_NAMESPACE)).isPresent();
    }

    public Optional<WorkloadTemplateParameter> findParameter(String key) {
        return parameters.stream().filter(parameter -> parameter.key().equals(key)).findFirst();
    }

    /** Returns the problems of settings by parameter, for a form: each parameter goes by its title. */
    public Map<String, String> findProblems(Map<String, String> settings) {
        return findProblems(settings, WorkloadTemplateParameter::findFormProblem);
    }

    private Map<String, String> findProblems(Map<String, String> settings,
            BiFunction<WorkloadTemplateParameter, String, Optional<String>> judge) {
        var wrong = new LinkedHashMap<String, String>();
        for (var parameter : parameters) {
            judge.apply(parameter, settings.getOrDefault(parameter.key(), parameter.defaultValue()))
                    .ifPresent(reason -> wrong.put(parameter.key(), reason));
        }
        if (SERVICE.matcher(text).find() && DIGIT.matcher(settings.getOrDefault(NAME, "")).lookingAt()) {
            wrong.putIfAbsent(NAME, new TemplateValueProblem.TemplateServiceNameInvalid().text());
        }
        if (wrong.isEmpty()) {
            for (var parameter : parameters) {
                parameter.findProblem(settings, findParameter(parameter.floor()))
                        .ifPresent(reason -> wrong.put(parameter.key(), reason));
            }
        }
        return wrong;
    }

    /** Returns the problems of settings, each a sentence without a full stop. */
    public List<String> problemTexts(Map<String, String> settings) {
        var complaints = new ArrayList<String>();
        settings.keySet().stream().filter(key -> findParameter(key).isEmpty())
                .forEach(key -> complaints.add(new TemplateValueProblem.TemplateSettingUnknown(id, key,
                        parameters.stream().map(WorkloadTemplateParameter::key).toList()).text()));
        complaints.addAll(findProblems(settings, WorkloadTemplateParameter::findProblem).values());
        return complaints;
    }

    /**
     * Fills the template in.
     *
     * @param settings without complaints
     * @param cluster  what it is meant for; empty where that is not known
     */
    public FilledTemplate fill(Map<String, String> settings, Optional<ManifestTargetCluster> cluster) {
        var all = new LinkedHashMap<String, String>();
        parameters.forEach(parameter -> all.put(parameter.key(),
                settings.getOrDefault(parameter.key(), parameter.defaultValue())));
        Optional.ofNullable(settings.get(WorkloadTemplateParameter.NAMESPACE))
                .ifPresent(home -> all.putIfAbsent(WorkloadTemplateParameter.NAMESPACE, home));
        var placement = WorkloadSchedulingSettings.forSettings(all, settings, cluster);
        all.replaceAll((key, value) -> key.equals("tolerations") ? placement.tolerationsText() : value);
        var yaml = new TemplatePlaceholderFiller(text,
                parameters.stream().filter(WorkloadTemplateParameter::isUnquoted).map(WorkloadTemplateParameter::key)
                        .collect(Collectors.toUnmodifiableSet()))
                .fill(all, new WorkloadTemplateYamlBlocks(all, placement).blocks());
        return new FilledTemplate(yaml, commandLine(settings), all, hasPlacement() ? placement.noteTexts() : List.of());
    }

    /** Returns whether it says where its pods go; those of some kinds leave that to a runtime, or may not say it everywhere. */
    private boolean hasPlacement() {
        return text.contains("${%s}".formatted(WorkloadTemplateYamlBlocks.PLACEMENT));
    }

    private List<String> commandLine(Map<String, String> settings) {
        var texts = new ArrayList<>(List.of(id));
        settings.forEach((key, value) -> {
            if (!key.equals(WorkloadTemplateParameter.NAMESPACE)) {
                texts.addAll(List.of("--set", key + "=" + value));
            }
        });
        return texts;
    }
}

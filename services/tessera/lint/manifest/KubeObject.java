package tessera.lint.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tessera.lint.source.ManifestValue;
import tessera.model.ObjectRef;

/** An object as it is written, be it alone, among other documents or in a list. */
public record KubeObject(ManifestValue root, List<PodTemplate> templates) {

    private static final int DEEPEST = 24;
    private static final String CONTAINERS = "containers";
    /** What a TrainJob says of its pods in these is but what it has otherwise than its runtime. */
    private static final Set<String> PATCHES = Set.of("runtimePatches", "podTemplateOverrides", "podSpecOverrides");

    public KubeObject {
        templates = List.copyOf(templates);
    }

    /** Reads an object and finds its templates. */
    static KubeObject of(ManifestValue root) {
        var templates = new ArrayList<PodTemplate>();
        var object = new KubeObject(root, List.of());
        object.find(root, root, List.of(), templates);
        object.partly(templates);
        return new KubeObject(root, templates);
    }

    private void find(ManifestValue value, ManifestValue holder, List<String> path, List<PodTemplate> found) {
        if (path.size() > DEEPEST) {
            return;
        }
        boolean pods = value.at(CONTAINERS).items().stream().anyMatch(item -> item.isMap()
                && (item.at("image").present() || item.at("resources").present() || item.at("name").present()));
        if (pods) {
            found.add(new PodTemplate(this, holder, value, path, path.stream().noneMatch(PATCHES::contains)));
            return;
        }
        for (var entry : value.entries()) {
            find(entry.value(), value, with(path, entry.name()), found);
        }
        var items = value.items();
        for (int at = 0; at < items.size(); at++) {
            find(items.get(at), value, with(path, Integer.toString(at)), found);
        }
    }

    /** Kinds whose controller has the template, and that say but some of it. */
    private void partly(List<PodTemplate> found) {
        for (var path : List.of(List.of("spec", "trainer"), List.of("spec", "predictor", "model"))) {
            var value = root.at(path.toArray(String[]::new));
            if (value.isMap() && found.stream().noneMatch(PodTemplate::whole)) {
                found.add(new PodTemplate(this, root, value, path, false));
            }
        }
    }

    private static List<String> with(List<String> path, String key) {
        var longer = new ArrayList<>(path);
        longer.add(key);
        return longer;
    }

    public ManifestValue at(String... keys) {
        return root.at(keys);
    }

    public String apiVersion() {
        return root.at("apiVersion").text();
    }

    public String kind() {
        return root.at("kind").text();
    }

    public String name() {
        var name = root.at("metadata", "name").text();
        return name.isEmpty() ? root.at("metadata", "generateName").text() : name;
    }

    /** Empty where it is left to whoever creates it. */
    public String namespace() {
        return root.at("metadata", "namespace").text();
    }

    /** Whether it was read from a server, which has filled in what nobody wrote. */
    public boolean live() {
        return root.at("metadata", "uid").present();
    }

    /** Its API group; empty for the core. */
    public String group() {
        return ObjectRef.group(apiVersion());
    }

    /** Whether it is of a kind, in whatever version. */
    public boolean is(String group, String kind) {
        return kind().equals(kind) && group().equals(group);
    }

    /** For example {@code Deployment/llm}. */
    public String words() {
        return kind() + (name().isEmpty() ? "" : "/" + name());
    }
}

package tessera.lint.rule;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.source.Edits;
import tessera.lint.source.SourceText.Position;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Whether a text holds objects, of versions that are served, with keys where they belong. */
final class ApiChecks implements Check {

    private static final Pattern NAME = Pattern
            .compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int LONGEST = 253;

    @Override
    public void manifest(Look look) {
        look.manifest().trouble().ifPresent(trouble -> look.note("yaml-broken", trouble.position(),
                "This is no YAML: " + trouble.words(), Optional.empty()));
        if (look.manifest().trouble().isEmpty() && look.manifest().strays().isEmpty()
                && look.manifest().objects().isEmpty()) {
            look.note("manifest-empty", new Position(1, 1), "There is no object in it", Optional.empty());
        }
        look.manifest().strays().forEach(stray -> {
            look.note("object-incomplete", stray, stray.isMap()
                    ? "An object says its apiVersion and its kind"
                    : "This is no object");
            twice(stray, 0, look);
        });
    }

    @Override
    public void object(KubeObject object, Look look) {
        look.facts().api(object.apiVersion(), object.kind()).ifPresent(api -> look.note(
                api.legacy() ? "api-legacy" : "api-removed", object.at("apiVersion"), api.reason(),
                api.same() ? Edits.fix("Writes " + api.right(), Edits.replace(object.at("apiVersion"), api.right()))
                        : Optional.empty()));
        if (object.name().isEmpty() && object.root().at("spec").present()) {
            look.note("object-incomplete", object.root(), "An object has a name");
        }
        var name = object.at("metadata", "name");
        if (name.present() && !object.apiVersion().startsWith("rbac.authorization.k8s.io/")
                && !(NAME.matcher(name.text()).matches() && name.text().length() <= LONGEST)) {
            look.note("name-invalid", name, ("“%s” cannot be a name: lower-case letters, digits, “-” and “.” make one, "
                    + "beginning and ending with a letter or digit").formatted(name.text()));
        }
        twice(object.root(), 0, look);
    }

    private static void twice(Value value, int depth, Look look) {
        if (depth > 60) {
            return;
        }
        value.twice().forEach(key -> look.note("key-twice", key,
                "“%s” is written twice; the server refuses it, or the last one counts".formatted(key.text())));
        value.entries().forEach(entry -> twice(entry.value(), depth + 1, look));
        value.items().forEach(item -> twice(item, depth + 1, look));
    }

    @Override
    public void container(Container container, PodTemplate template, Look look) {
        if (!template.whole()) {
            return;
        }
        for (var entry : container.value().entries()) {
            look.facts().mistake("containerFields", entry.name()).ifPresent(mistake -> look.note("field-misplaced",
                    entry.key(), "“%s” is no field of a container: %s".formatted(entry.name(), mistake.reason())));
        }
    }

    @Override
    public void template(PodTemplate template, Look look) {
        if (!template.whole()) {
            return;
        }
        for (var entry : template.spec().entries()) {
            look.facts().mistake("podFields", entry.name()).ifPresent(mistake -> look.note("field-misplaced",
                    entry.key(), "“%s” is no field of a pod: %s".formatted(entry.name(), mistake.reason())));
        }
    }
}

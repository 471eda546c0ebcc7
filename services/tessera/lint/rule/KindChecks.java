package tessera.lint.rule;

import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.model.SpellingSuggestions;

/** Whether there are the kinds that objects say they are of. */
final class KindChecks implements LintCheck {

    private static final String RULE = "kind-unknown";

    @Override
    public void object(KubeObject object, CheckContext look) {
        var facts = look.facts();
        if (mistaken(object, facts)) {
            var version = facts.version(object.kind());
            if (version.isPresent()) {
                look.note(RULE, object.at("apiVersion"),
                        "%s is of %s, and not of %s".formatted(object.kind(), version.get(), object.apiVersion()),
                        ManifestEditor.fix("Write " + version.get(),
                                ManifestEditor.replace(object.at("apiVersion"), version.get())));
            } else {
                unknown(object, look);
            }
        }
    }

    private static void unknown(KubeObject object, CheckContext look) {
        var served = look.facts().served(object.apiVersion());
        var near = served.flatMap(kinds -> near(object.kind(), kinds))
                .or(() -> near(object.kind(), look.facts().known()));
        var kind = object.at("kind");
        look.note(RULE, kind, (served.isPresent() ? "%s has no kind “%s”".formatted(object.apiVersion(),
                object.kind()) : "There is no apiVersion “%s”".formatted(object.apiVersion()))
                + near.map("; there is %s"::formatted).orElse(""), near.flatMap(meant -> meant(object, meant, look)));
    }

    /** The kind, and with it the version that has it. */
    private static Optional<LintFix> meant(KubeObject object, String kind, CheckContext look) {
        var written = ManifestEditor.replace(object.at("kind"), kind);
        boolean there = look.facts().served(object.apiVersion()).filter(kinds -> kinds.contains(kind)).isPresent();
        var version = look.facts().version(kind).filter(_ -> !there);
        return version.isEmpty() ? ManifestEditor.fix("Write " + kind, written)
                : ManifestEditor.fix("Write %s of %s".formatted(kind, version.get()),
                        ManifestEditor.replace(object.at("apiVersion"), version.get()), written);
    }

    /** Whether no server can know it, whatever is installed. */
    static boolean mistaken(KubeObject object, FieldFacts facts) {
        // Files of programs beside a cluster have kinds of their own, as a kubeconfig has.
        if (object.live() || object.kind().equals("Config") || object.apiVersion().equals("builtin")
                || object.kind().isEmpty() || object.apiVersion().isEmpty()
                || object.at("kind").unfilled()
                || object.at("apiVersion").unfilled() || facts.api(object.apiVersion(), object.kind()).isPresent()) {
            return false;
        }
        var kind = object.kind();
        var served = facts.served(object.apiVersion());
        if (served.filter(kinds -> kinds.contains(kind)
                || (kind.endsWith("List") && kinds.contains(kind.substring(0, kind.length() - "List".length()))))
                .isPresent()) {
            return false;
        }
        // Definitions of others are of groups with a dot: of these there may be more than is known.
        return !object.group().contains(".")
                || (served.isPresent()
                        && (facts.version(kind).isPresent() || near(kind, served.get()).isPresent()));
    }

    private static Optional<String> near(String kind, Set<String> kinds) {
        return kinds.contains(kind) ? Optional.empty()
                : kinds.stream().filter(known -> known.equalsIgnoreCase(kind)).findFirst()
                        .or(() -> SpellingSuggestions.mistyped(kind, kinds));
    }
}

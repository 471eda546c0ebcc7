package tessera.lint.rule;

import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks that the kinds of objects exist. */
final class ObjectKindExistenceLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectKindExistenceLintChecks.class);
    private static final String RULE = "kind-unknown";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var catalog = context.facts();
        if (isMistaken(object, catalog)) {
            var version = catalog.versionOf(object.kind());
            if (version.isPresent()) {
                context.addFinding(RULE, object.at("apiVersion"),
                        new LintStructureReason.KindOfOtherVersion(object.kind(), version.get(), object.apiVersion()),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", version.get()),
                                ManifestSourceEditor.replace(object.at("apiVersion"), version.get())));
            } else {
                reportUnknown(object, context);
            }
        }
    }

    private static void reportUnknown(ManifestKubernetesObject object, LintCheckContext context) {
        var served = context.facts().servedKinds(object.apiVersion());
        var near = served.flatMap(kinds -> findSimilar(object.kind(), kinds))
                .or(() -> findSimilar(object.kind(), context.facts().knownKinds()));
        var kind = object.at("kind");
        context.addFinding(RULE, kind,
                served.isPresent() ? new LintStructureReason.UnknownKind(object.apiVersion(), object.kind(), near)
                        : new LintStructureReason.UnknownApiVersion(object.apiVersion(), near),
                near.flatMap(meant -> toMeantKind(object, meant, context)));
    }

    /** Returns a fix to the kind, with a version that has it. */
    private static Optional<LintFix> toMeantKind(ManifestKubernetesObject object, String kind,
            LintCheckContext context) {
        var written = ManifestSourceEditor.replace(object.at("kind"), kind);
        boolean there = context.facts().servedKinds(object.apiVersion()).filter(kinds -> kinds.contains(kind))
                .isPresent();
        var version = context.facts().versionOf(kind).filter(_ -> !there);
        if (version.isEmpty()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", kind), written);
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.kind", kind, version.get()),
                ManifestSourceEditor.replace(object.at("apiVersion"), version.get()), written);
    }

    /** Returns whether no server can know the kind, whatever is installed. */
    static boolean isMistaken(ManifestKubernetesObject object, CommonFieldMistakeCatalog catalog) {
        // Files of programs beside a cluster have kinds of their own, as a kubeconfig has.
        if (object.isLive() || object.kind().equals("Config") || object.apiVersion().equals("builtin")
                || object.kind().isEmpty() || object.apiVersion().isEmpty() || object.at("kind").isTemplated()
                || object.at("apiVersion").isTemplated()
                || catalog.findApi(object.apiVersion(), object.kind()).isPresent()) {
            return false;
        }
        var kind = object.kind();
        var served = catalog.servedKinds(object.apiVersion());
        if (served.filter(kinds -> kinds.contains(kind)
                || (kind.endsWith("List") && kinds.contains(kind.substring(0, kind.length() - "List".length()))))
                .isPresent()) {
            return false;
        }
        // Definitions of others are of groups with a dot: of these there may be more than is known.
        return !object.group().contains(".") || (served.isPresent()
                && (catalog.versionOf(kind).isPresent() || findSimilar(kind, served.get()).isPresent()));
    }

    private static Optional<String> findSimilar(String kind, Set<String> kinds) {
        if (kinds.contains(kind)) {
            return Optional.empty();
        }
        return kinds.stream().filter(known -> known.equalsIgnoreCase(kind)).findFirst()
                .or(() -> SpellingSuggestionFinder.findMistyped(kind, kinds));
    }
}

package tessera.lint.rule;

import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;

/** A group of lint rules that examine the same parts of a manifest. */
public interface LintCheck {

    /** Checks the whole manifest. */
    default void checkManifest(LintCheckContext context) {
        // most rules are about one object
    }

    /** Checks an object. */
    default void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        // most rules are about pods
    }

    /** Checks a pod template. */
    default void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        // some rules are about containers only
    }

    /** Checks a container of any role. */
    default void checkContainer(PodTemplateContainer container, ManifestPodTemplate template,
            LintCheckContext context) {
        // some rules are about whole pods
    }
}

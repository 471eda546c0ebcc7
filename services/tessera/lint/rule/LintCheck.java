package tessera.lint.rule;

import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;

/** A group of lint rules that examine the same parts of a manifest. */
public interface LintCheck {

    /** Checks the whole manifest. */
    default void checkManifest(CheckContext context) {
        // most rules are about one object
    }

    /** Checks an object. */
    default void checkObject(KubeObject object, CheckContext context) {
        // most rules are about pods
    }

    /** Checks a pod template. */
    default void checkTemplate(PodTemplate template, CheckContext context) {
        // some rules are about containers only
    }

    /** Checks a container of any role. */
    default void checkContainer(TemplateContainer container, PodTemplate template, CheckContext context) {
        // some rules are about whole pods
    }
}

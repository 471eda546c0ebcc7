package tessera.lint.rule;

import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;

/** Some rules that look at the same things. */
public interface LintCheck {

    /** Looks at the whole. */
    default void manifest(CheckContext look) {
        // most rules are about one object
    }

    /** Looks at an object. */
    default void object(KubeObject object, CheckContext look) {
        // most rules are about pods
    }

    /** Looks at what pods are made of. */
    default void template(PodTemplate template, CheckContext look) {
        // some rules are about containers only
    }

    /** Looks at a container of any role. */
    default void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        // some rules are about whole pods
    }
}

package tessera.plan.intent;

import java.util.Locale;
import tessera.model.ObjectRef;

/**
 * An object as somebody wrote it.
 *
 * @param before as YAML, as it was read before
 * @param after  as YAML, as it shall be; what it does not say shall not be there
 */
public record EditObject(ObjectRef object, String before, String after) implements Intent {

    @Override
    public String verb() {
        return "edit";
    }

    @Override
    public String words() {
        return "Edit the %s %s%s".formatted(object.kind(),
                object.namespace().isEmpty() ? "" : object.namespace() + "/", object.name());
    }

    /** The name of the file is not known here; who reads the command has to put it in. */
    @Override
    public String command() {
        return "tessera plan edit %s/%s%s --file=object.yaml".formatted(object.kind().toLowerCase(Locale.ROOT),
                object.name(), object.namespace().isEmpty() ? "" : " -n " + object.namespace());
    }
}

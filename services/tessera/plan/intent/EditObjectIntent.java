package tessera.plan.intent;

import java.util.Locale;
import tessera.model.ObjectRef;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * An intent to change an object to the YAML that a user wrote.
 *
 * @param before as YAML, as it was read before
 * @param after  as YAML, as it shall be; what it does not say shall not be there
 * @param force  whether what others changed meanwhile in the same places is overwritten
 */
public record EditObjectIntent(ObjectRef object, String before, String after, boolean force) implements ChangeIntent {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EditObjectIntent.class);
    /** One that gives way to what others changed meanwhile. */
    public EditObjectIntent(ObjectRef object, String before, String after) {
        this(object, before, after, /* force= */ false);
    }

    /** Returns the intent with others' concurrent changes of the same fields overwritten. */
    public EditObjectIntent withForce() {
        return new EditObjectIntent(object, before, after, /* force= */ true);
    }

    @Override
    public String verb() {
        return "edit";
    }

    @Override
    public String summaryText() {
        return MESSAGES.text("edit", object.kind(), object.qualifiedName());
    }

    /** With the object itself, as nobody has written it to a file; nothing in it may look like the end of a command. */
    @Override
    public String commandLine() {
        return "tessera plan %s %s/%s%s%s --file=- <<< %s".formatted(verb(), object.kind().toLowerCase(Locale.ROOT),
                object.name(), OptionalText.prefixed(" -n ", object.namespace()), force ? " --force" : "",
                ShellWordQuoter.quote(after).replace(" && ", " &''& "));
    }
}

package tessera.lint.promql;

import java.util.Optional;
import tessera.text.Reason;

/** Why Prometheus does not parse the template of an alert. */
public sealed interface AlertTemplateReason extends Reason {

    record UnclosedAction(String opening) implements AlertTemplateReason {}

    record UnparsedAction(String action, Reason problem) implements AlertTemplateReason {}

    record OpenTemplateBlock(String block, String end) implements AlertTemplateReason {}

    record UnexpectedActionCharacter(String character) implements AlertTemplateReason {}

    record EmptyAction() implements AlertTemplateReason {}

    record UndefinedVariable(String name, Optional<String> similar) implements AlertTemplateReason {}

    record NoOpenTemplateBlock() implements AlertTemplateReason {}

    record UnknownTemplateFunction(String name, String replacement,
            Optional<String> similar) implements AlertTemplateReason {}
}

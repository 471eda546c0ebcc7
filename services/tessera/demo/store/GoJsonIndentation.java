package tessera.demo.store;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Serial;

/** Indentation as Go's encoder writes it: two spaces, no space before a colon, arrays line by line. */
final class GoJsonIndentation extends DefaultPrettyPrinter {

    @Serial
    private static final long serialVersionUID = 1;

    GoJsonIndentation() {
        var indenter = new DefaultIndenter("  ", "\n");
        indentObjectsWith(indenter);
        indentArraysWith(indenter);
    }

    @Override
    public DefaultPrettyPrinter createInstance() {
        return new GoJsonIndentation();
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
        generator.writeRaw(": ");
    }

    @Override
    public void writeEndArray(JsonGenerator generator, int count) throws IOException {
        if (count == 0) {
            --_nesting;
            generator.writeRaw(']');
        } else {
            super.writeEndArray(generator, count);
        }
    }

    @Override
    public void writeEndObject(JsonGenerator generator, int count) throws IOException {
        if (count == 0) {
            --_nesting;
            generator.writeRaw('}');
        } else {
            super.writeEndObject(generator, count);
        }
    }
}

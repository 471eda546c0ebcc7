package tessera.demo.control.container;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Reader of the recorded texts beside this class: what programs print, what files contain and servers answer. What a
 * text does not say is empty.
 */
final class SimulatedTableReader {

    private static final ObjectMapper MAPPER = new ObjectMapper(new YAMLFactory())
            .setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));

    private SimulatedTableReader() {}

    static <T> T readTable(String resource, TypeReference<T> type) {
        try (InputStream stream = SimulatedTableReader.class.getResourceAsStream(resource)) {
            return MAPPER.readValue(stream, type);
        } catch (IOException broken) {
            throw new UncheckedIOException(resource, broken);
        }
    }
}

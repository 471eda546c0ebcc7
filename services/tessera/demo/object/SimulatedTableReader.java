package tessera.demo.object;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Reader of the tables that stand beside classes as JSON or YAML. What a table does not say is empty. */
public final class SimulatedTableReader {

    private static final JsonSetter.Value EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    private static final ObjectMapper JSON = new ObjectMapper().setDefaultSetterInfo(EMPTY);
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory()).setDefaultSetterInfo(EMPTY);

    private SimulatedTableReader() {}

    /**
     * Returns a table.
     *
     * @param owner the class beside which it stands
     */
    public static <T> T readTable(Class<?> owner, String resource, TypeReference<T> type) {
        try (InputStream stream = owner.getResourceAsStream(resource)) {
            return (resource.endsWith(".yaml") ? YAML : JSON).readValue(stream, type);
        } catch (IOException broken) {
            throw new UncheckedIOException(resource, broken);
        }
    }
}

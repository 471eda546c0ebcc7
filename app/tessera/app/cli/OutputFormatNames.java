package tessera.app.cli;

import java.util.Iterator;
import java.util.List;

/** Names of the output formats, as a user types them. */
final class OutputFormatNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return List.of("table", "wide", "json", "csv").iterator();
    }
}

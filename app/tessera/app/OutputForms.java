package tessera.app;

import java.util.Iterator;
import java.util.List;

/** The forms of output, as a user types them. */
final class OutputForms implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return List.of("table", "wide", "json", "csv").iterator();
    }
}
